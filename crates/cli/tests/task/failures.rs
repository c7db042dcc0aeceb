//! The failure table: what each side can do wrong, in every pair of languages, and the cause that is
//! found. The programs lie in `failing/`, one Main and one child a language.

use std::thread;

use serde_json::Value;

use crate::support::{Task, take};

const IDL: &str = include_str!("failing/task.idl");

/// A language, and in what it differs.
struct Failing {
    extension: &'static str,
    main: &'static str,
    child: &'static str,
    /// What a child that never stops computing may use: more than it takes to start.
    cpu_time: &'static str,
    /// Enough to start, and less than row 13 asks for.
    memory: &'static str,
    /// Rows whose fault is another one where the child is in this language.
    differs: &'static [(u32, &'static str)],
    /// Rows that nobody can write in this language.
    cannot: &'static [u32],
}

macro_rules! failing {
    ($extension:literal, $cpu_time:literal, $memory:literal, $differs:expr, $cannot:expr) => {
        Failing {
            extension: $extension,
            main: include_str!(concat!("failing/Main.", $extension)),
            child: include_str!(concat!("failing/child.", $extension)),
            cpu_time: $cpu_time,
            memory: $memory,
            differs: $differs,
            cannot: $cannot,
        }
    };
}

const LANGUAGES: &[Failing] = &[
    // A null pointer, and an exception that nobody catches, are signals.
    failing!("c", "300ms", "128MiB", &[(15, "crashed")], &[]),
    failing!("cpp", "300ms", "128MiB", &[(15, "crashed")], &[]),
    failing!("py", "500ms", "128MiB", &[], &[]),
    failing!("js", "1s", "256MiB", &[], &[]),
    // Its own limit of the heap comes before ours. Nothing closes a descriptor by its number.
    failing!("java", "2s", "256MiB", &[(13, "exited")], &[8]),
    failing!("go", "300ms", "128MiB", &[], &[]),
    failing!("rs", "300ms", "128MiB", &[], &[]),
    failing!("cs", "1s", "256MiB", &[], &[]),
    failing!("pas", "300ms", "128MiB", &[], &[]),
];

/// What Main is told to do, or the child by it; the cause: its kind, and whose fault or what.
const TABLE: &[(u32, &str, &str)] = &[
    (0, "verdict", ""),
    (1, "peer", "crashed"),
    (2, "peer", "exited"),
    (3, "peer", "exited"),
    (4, "peer", "limit"),
    (5, "peer", "silent"),
    (6, "peer", "violation"),
    (7, "peer", "violation"),
    (8, "peer", "silent"),
    (9, "verdict", ""),
    (10, "peer", "violation"),
    (11, "verdict", ""),
    (12, "main", "crashed"),
    (13, "peer", "limit"),
    (14, "peer", "exited"),
    (15, "peer", "exited"),
    (16, "peer", "violation"),
    (17, "verdict", ""),
    // Main itself passes what it may not.
    (21, "main", "violation"),
    (22, "main", "crashed"),
    (23, "verdict", ""),
    // The child may exit in this function, and Main with it.
    (24, "verdict", ""),
    (25, "peer", "violation"),
];

/// What Main says where the child finds the fault in itself, and tells.
const SAID: &[(u32, &str)] = &[
    (6, "child.work, result is 101, and must be 0..100"),
    (7, "Main.tell, x is 10, and must be 0..9"),
];

/// Rows that only the limit of wall time ends.
const SILENT: &[u32] = &[5, 8];

fn kind<'a>(result: &'a Value, key: &str) -> &'a str {
    match &result["cause"][key] {
        Value::String(text) => text,
        nested => nested["fault"].as_str().unwrap_or_default(),
    }
}

/// Rows in which the child writes past the generated code: the bytes must go through pipes with names.
const INTO_PIPES: &[u32] = &[10, 14];

/// One row, with programs that are written already. Without a `transport`, the usual one is taken.
fn row(
    task: &Task,
    main: &Failing,
    child: &Failing,
    (what, cause, fault): (u32, &str, &str),
    transport: Option<&str>,
) {
    let fault = child.differs.iter().find(|(row, _)| *row == what).map_or(fault, |(_, one)| one);
    let (main_file, child_file) =
        (format!("Main.{}", main.extension), format!("child.{}", child.extension));
    let memory = main.memory.max(child.memory);
    let wall_time = if SILENT.contains(&what) { "3s" } else { "60s" };
    let cpu_time = if what == 4 { child.cpu_time } else { "60s" };
    let mut options = vec!["--cpu-time", cpu_time, "--wall-time", wall_time, "--memory", memory];
    let transport = transport.or_else(|| INTO_PIPES.contains(&what).then_some("named-pipes"));
    options.extend(transport.into_iter().flat_map(|one| ["--transport", one]));
    if transport == Some("memory-spin") {
        options.extend(["--affinity", "separate"]);
    }
    let result = task.run(&main_file, &[&child_file], &what.to_string(), &options);
    let who = format!("{main_file} {child_file} {what}: {result:#}");
    if let Some(transport) = transport {
        assert_eq!(result["transport"]["peers"][0]["transport"], transport, "{who}");
    }
    assert_eq!(kind(&result, "cause"), cause, "{who}");
    assert_eq!(kind(&result, "fault"), fault, "{who}");
    let stdout = &result["sides"][0]["stdout"];
    if let Some((_, wrong)) = SAID.iter().find(|(row, _)| *row == what) {
        // Once, and not what the child said inside of what Main says.
        let line = format!("sandglass: violation: {wrong} (with child)");
        let said = result["sides"][0]["stderr"].as_str().unwrap_or_default();
        assert!(said.lines().any(|one| one == line), "{line}: {who}");
    }
    match what {
        // Each child has called once before it was called.
        0 => assert_eq!(stdout, "0 1\n", "{who}"),
        9 => {
            assert_eq!(stdout, "9 1\n", "{who}");
            assert_eq!(result["sides"][1]["stdout"], "half", "{who}");
            assert_eq!(result["sides"][1]["stderr"], "line", "{who}");
        }
        11 => assert_eq!(stdout, "told\n", "{who}"),
        17 => assert_eq!(stdout, "1 1\n", "{who}"),
        23 => assert_eq!(result["success"], false, "{who}"),
        24 => assert_eq!((&result["success"], stdout), (&true.into(), &"".into()), "{who}"),
        _ => {}
    }
}

fn table(main: &Failing, child: &Failing, transport: Option<&str>) {
    let unnamed = transport.is_some_and(|one| one != "named-pipes");
    let (main_file, child_file) = (&main.extension, &child.extension);
    let taken = take([format!("failing Main.{main_file}"), format!("failing child.{child_file}")]);
    let task = Task::new(IDL);
    task.file(&format!("Main.{}", main.extension), main.main);
    task.file(&format!("child.{}", child.extension), child.child);
    let rows = |silent: bool| {
        let fits = move |row: &&(u32, &str, &str)| SILENT.contains(&row.0) == silent;
        let can = move |row: &&(u32, &str, &str)| {
            !(child.cannot.contains(&row.0) || unnamed && INTO_PIPES.contains(&row.0))
        };
        TABLE.iter().filter(fits).filter(can).copied()
    };
    // The first row compiles both.
    let mut others = rows(false);
    others.by_ref().take(1).for_each(|one| row(&task, main, child, one, transport));
    drop(taken);
    thread::scope(|scope| {
        // They only wait.
        let silent =
            scope.spawn(|| rows(true).for_each(|one| row(&task, main, child, one, transport)));
        others.for_each(|one| row(&task, main, child, one, transport));
        silent.join().expect("the rows that wait");
    });
}

fn language(extension: &str) -> &'static Failing {
    LANGUAGES.iter().find(|one| one.extension == extension).expect("its programs")
}

/// A language as Main, with children in all languages, each by the transport that is usual for both.
fn main_in(extension: &str) {
    LANGUAGES.iter().for_each(|child| table(language(extension), child, None));
}

#[test]
fn named_and_inherited_pipes() {
    table(language("c"), language("c"), Some("named-pipes"));
    table(language("c"), language("c"), Some("pipes"));
}

#[test]
fn memory_on_one_cpu() {
    table(language("c"), language("c"), Some("memory-sleep"));
    table(language("cpp"), language("c"), Some("memory-yield"));
}

#[test]
fn memory_on_two_cpus() {
    table(language("c"), language("c"), Some("memory-spin"));
}

macro_rules! languages {
    ($($name:ident $extension:literal),*) => {
        $(
            #[test]
            fn $name() {
                main_in($extension);
            }
        )*

        #[test]
        fn every_back_end_is_there() {
            let known: Vec<&str> =
                sandglass_idl::LANGUAGES.iter().map(|language| language.extension).collect();
            let here: Vec<&str> = LANGUAGES.iter().map(|one| one.extension).collect();
            assert_eq!((&here, &known), (&known, &vec![$($extension),*]));
        }
    };
}

languages!(c "c", cplusplus "cpp", python "py", javascript "js", java "java", go "go", rust "rs",
    csharp "cs", pascal "pas"
);
