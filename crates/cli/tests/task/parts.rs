//! Messages longer than what both sides share at once, and those that just fit: they go in parts, in both
//! directions, in every language that shares memory. The programs lie in `parts/`.

use crate::support::Task;

const IDL: &str = include_str!("parts/task.idl");

fn in_parts(main: (&str, &str), child: (&str, &str), transport: &str) {
    let task = Task::new(IDL);
    task.file(main.0, main.1);
    task.file(child.0, child.1);
    let mut limits = vec!["--cpu-time", "20s", "--wall-time", "60s", "--transport", transport];
    let spins = transport == "memory-spin";
    if spins {
        limits.extend(["--affinity", "separate"]);
    }
    let result = task.run(main.0, &[child.0], "", &limits);
    let who = format!("{} {} {transport}: {result:#}", main.0, child.0);
    assert_eq!(result["transport"]["peers"][0]["transport"], transport, "{who}");
    assert_eq!(result["sides"][0]["stdout"], "whole\n", "{who}");
    let bytes = result["statistics"][0]["bytes"].as_u64().unwrap_or_default();
    assert!(bytes > 2 * 4 * 500_000, "{who}");
    // However Main waits, it tells how long the child may have looked in its turns: what it is not charged for.
    let turns = |key: &str| result["statistics"][0]["turns"][key].as_u64().unwrap_or_default();
    assert!(turns("main_ns") > 0 && turns("peer_ns") > 0, "{who}");
    let looked = turns("peer_looked_ns");
    assert_eq!(looked > 0 && looked <= turns("main_ns"), spins, "{who}");
}

macro_rules! programs {
    ($extension:literal) => {
        (
            (concat!("Main.", $extension), include_str!(concat!("parts/Main.", $extension))),
            (concat!("child.", $extension), include_str!(concat!("parts/child.", $extension))),
        )
    };
}

macro_rules! languages {
    ($($name:ident $extension:literal),*) => {
        $(
            #[test]
            fn $name() {
                let ((main, child), (c_main, c_child)) = (programs!($extension), programs!("c"));
                in_parts(main, child, "memory-yield");
                in_parts(main, c_child, "memory-sleep");
                in_parts(main, c_child, "memory-spin");
                in_parts(c_main, child, "memory-sleep");
            }
        )*

        #[test]
        fn every_back_end_that_shares_memory_has_programs() {
            let all = sandglass_idl::LANGUAGES.iter();
            let share = all.filter(|language| language.shares_memory());
            let share: Vec<&str> = share.map(|language| language.extension).collect();
            assert_eq!(share, [$($extension),*]);
        }
    };
}

languages!(c "c", cplusplus "cpp", python "py", java "java", go "go", rust "rs",
    csharp "cs", pascal "pas");
