//! A contestant's program that speaks to Main without the generated code, and says whatever it likes:
//! Main, in every language, never crashes, never hangs, and never takes the blame. The programs lie in
//! `attacked/`.

use std::fmt::Write;

use crate::support::Task;

const IDL: &str = include_str!("attacked/task.idl");
const CHILD: &str = include_str!("attacked/child.py");

fn attacked_by(extension: &str, main: &str, seeds: std::ops::Range<u32>) {
    let task = Task::new(IDL);
    let main_file = format!("Main.{extension}");
    task.file(&main_file, main);
    task.file("child.py", CHILD);
    let mut causes = String::new();
    for seed in seeds {
        let limits = ["--wall-time", "20s", "--cpu-time", "20s", "--transport", "named-pipes"];
        let result = task.run(&main_file, &["child.py"], &seed.to_string(), &limits);
        let cause = result["cause"]["cause"].as_str().unwrap_or_default();
        let _ = write!(causes, "{cause} ");
        assert!(["peer", "verdict"].contains(&cause), "seed {seed}: {result:#}");
        assert_eq!(result["sides"][0]["end"]["end"], "exited", "seed {seed}: {result:#}");
    }
    // The dice must have done both, or this has shown nothing.
    assert!(causes.contains("peer"), "{causes}");
}

macro_rules! languages {
    ($($name:ident $extension:literal $seeds:expr),*) => {
        $(
            #[test]
            fn $name() {
                let main = include_str!(concat!("attacked/Main.", $extension));
                attacked_by($extension, main, $seeds);
            }
        )*

        #[test]
        fn every_back_end_is_attacked() {
            let known: Vec<&str> =
                sandglass_idl::LANGUAGES.iter().map(|language| language.extension).collect();
            assert_eq!(known, [$($extension),*]);
        }
    };
}

languages!(
    c "c" 0..40, cplusplus "cpp" 40..60, python "py" 60..72, javascript "js" 72..84,
    java "java" 84..96, go "go" 96..116, rust "rs" 116..136, csharp "cs" 136..148,
    pascal "pas" 148..160
);
