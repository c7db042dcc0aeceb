//! How many times a function may be called, and by whom: what happens to a call that is one too many or
//! not allowed, in every pair of languages. The programs lie in `refused/`.

use crate::support::{Task, take};

const IDL: &str = include_str!("refused/task.idl");
const OTHER: &str = include_str!("refused/other.c");

/// A language: its ending, and the programs of both sides.
type Written = (&'static str, &'static str, &'static str);

macro_rules! written {
    ($($extension:literal),*) => {
        &[$((
            $extension,
            include_str!(concat!("refused/Main.", $extension)),
            include_str!(concat!("refused/child.", $extension)),
        )),*]
    };
}

const LANGUAGES: &[Written] = written!("c", "cpp", "py", "js", "java", "go", "rs", "cs", "pas");

/// What the child is told to do, or Main; whose fault it is, the word for it, the function, and the exit
/// statuses of Main and of the child.
type Row = (u32, &'static str, &'static str, &'static str, i64, Option<i64>);

const TABLE: &[Row] = &[
    // As often as it may, and by whom it may.
    (0, "verdict", "", "", 0, Some(0)),
    // Its own side finds it, and Main says what that side said.
    (1, "peer", "violation", "Main.twice", 244, Some(245)),
    // Main alone knows who may call how often.
    (2, "peer", "refused", "Main.often", 241, None),
    (3, "peer", "violation", "Main.others", 244, Some(245)),
    // Main itself.
    (4, "main", "own_fault", "", 245, None),
];

/// Where the child goes past its own side.
const FORGED: &[Row] = &[
    (5, "peer", "refused", "Main.twice", 241, None),
    (6, "peer", "refused", "Main.others", 241, None),
];

fn pair(main: &Written, child: &Written) {
    let (main_file, child_file) = (format!("Main.{}", main.0), format!("child.{}", child.0));
    let mut taken = take([format!("refused {main_file}"), format!("refused {child_file}")]);
    let task = Task::new(IDL);
    task.file(&main_file, main.1);
    task.file(&child_file, child.2);
    task.file("other.c", OTHER);
    let forged = if child.0 == "py" { FORGED } else { &[] };
    for (what, cause, word, function, of_main, of_child) in TABLE.iter().chain(forged) {
        let children = [format!("child={child_file}"), "other=other.c".to_owned()];
        let children = children.each_ref().map(String::as_str);
        let limits = ["--cpu-time", "60s", "--wall-time", "60s"];
        let result = task.run(&main_file, &children, &what.to_string(), &limits);
        // The first row has compiled both.
        drop(taken.take());
        let who = format!("{main_file} {child_file} {what}: {result:#}");
        let found = &result["cause"];
        assert_eq!(found["cause"], *cause, "{who}");
        if *what == 0 {
            assert_eq!(result["sides"][0]["stdout"], "other done\n", "{who}");
            let turns = |session: usize| result["statistics"][session]["turns"]["peer_ns"].as_u64();
            assert!(
                turns(0).min(turns(1)) > Some(0),
                "Main measures turns in every language: {who}"
            );
        } else {
            assert_eq!(found["fault"]["fault"], "violation", "{who}");
            assert_eq!(found["fault"]["kind"], *word, "{who}");
        }
        if *cause == "peer" {
            assert_eq!(
                (&found["peer"], &found["function"]),
                (&"child".into(), &(*function).into())
            );
        }
        let code = |side: usize| result["sides"][side]["end"]["code"].as_i64();
        assert_eq!(code(0), Some(*of_main), "{who}");
        if of_child.is_some() {
            assert_eq!(code(1), *of_child, "{who}");
        }
        let wrong = match what {
            1 => "Main.twice is one call too many, and must be 2 calls",
            2 => "Main.often is call 4, and must be 3 calls",
            3 => "Main.others is a call that child may not make",
            _ => "",
        };
        if !wrong.is_empty() {
            let line = format!("sandglass: {word}: {wrong} (with child)");
            let said = result["sides"][0]["stderr"].as_str().unwrap_or_default();
            assert!(said.lines().any(|one| one == line), "{line}: {who}");
        }
        if *what == 2 {
            assert_eq!((&found["value"], &found["bound"]), (&"call 4".into(), &"3 calls".into()));
        }
    }
}

fn main_in(extension: &str) {
    let main = LANGUAGES.iter().find(|one| one.0 == extension).expect("its programs");
    LANGUAGES.iter().for_each(|child| pair(main, child));
}

#[test]
fn every_back_end_is_there() {
    let known: Vec<&str> = sandglass_idl::LANGUAGES.iter().map(|one| one.extension).collect();
    let here: Vec<&str> = LANGUAGES.iter().map(|one| one.0).collect();
    assert_eq!(here, known);
}

macro_rules! languages {
    ($($name:ident $extension:literal),*) => {
        $(
            #[test]
            fn $name() {
                main_in($extension);
            }
        )*
    };
}

languages!(c "c", cplusplus "cpp", python "py", javascript "js", java "java", go "go", rust "rs",
    csharp "cs", pascal "pas"
);
