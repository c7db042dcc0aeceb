//! A contestant's program with a thread that writes over the shared memory at any moment, on a CPU of its
//! own, while Main reads it: Main never crashes, never hangs, never takes the blame, and is never given a
//! value that the interface does not allow. The programs lie in `scribbled/`; Main ends with 99 where it was
//! misled.

use std::fmt::Write;

use crate::support::Task;

const IDL: &str = include_str!("scribbled/task.idl");
/// Answers as it should, while its thread does as the seed says: what it writes over, with what, how often.
const CHILD: &str = include_str!("scribbled/child.c");

fn scribbled_over(extension: &str, main: &str, affinity: &str, seeds: std::ops::Range<u32>) {
    let task = Task::new(IDL);
    let main_file = format!("Main.{extension}");
    task.file(&main_file, main);
    task.file("child.c", CHILD);
    let mut causes = String::new();
    for seed in seeds {
        let limits = ["--wall-time", "3s", "--cpu-time", "4s", "--processes", "64"];
        let options = [&limits[..], &["--affinity", affinity]].concat();
        let result = task.run(&main_file, &["child.c"], &seed.to_string(), &options);
        let cause = result["cause"]["cause"].as_str().unwrap_or_default();
        let _ = write!(causes, "{cause} ");
        let way = result["transport"]["peers"][0]["transport"].as_str().unwrap_or_default();
        assert!(way.starts_with("memory"), "{result:#}");
        assert!(["peer", "verdict"].contains(&cause), "seed {seed}: {result:#}");
        assert_eq!(result["sides"][0]["end"]["end"], "exited", "seed {seed}: {result:#}");
        assert_ne!(result["sides"][0]["end"]["code"], 99, "seed {seed}: misled: {result:#}");
        if cause == "verdict" {
            assert_eq!(result["sides"][0]["stdout"], "whole\n", "seed {seed}: {result:#}");
        }
    }
    // The dice must have been noticed, or this has shown nothing.
    assert!(causes.contains("peer"), "{causes}");
}

macro_rules! languages {
    ($($name:ident $extension:literal $separate:expr, $same:expr, $none:expr);*) => {
        $(
            #[test]
            fn $name() {
                let main = include_str!(concat!("scribbled/Main.", $extension));
                scribbled_over($extension, main, "separate", $separate);
                scribbled_over($extension, main, "same", $same);
                scribbled_over($extension, main, "none", $none);
            }
        )*

        #[test]
        fn every_back_end_that_shares_memory_is_scribbled_over() {
            let all = sandglass_idl::LANGUAGES.iter();
            let share = all.filter(|language| language.shares_memory());
            let share: Vec<&str> = share.map(|language| language.extension).collect();
            assert_eq!(share, [$($extension),*]);
        }
    };
}

languages!(
    main_in_c "c" 0..12, 12..24, 24..30; main_in_cpp "cpp" 30..36, 36..42, 42..54;
    main_in_python "py" 0..9, 9..18, 18..21; main_in_java "java" 0..6, 6..12, 12..18;
    main_in_go "go" 0..9, 9..18, 18..27; main_in_rust "rs" 0..12, 12..24, 24..36;
    main_in_csharp "cs" 0..6, 6..12, 12..18; main_in_pascal "pas" 0..9, 9..18, 18..27
);
