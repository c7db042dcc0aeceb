//! The type matrix: every type as a value, an array, a matrix and in a struct; as a result, a
//! parameter, an out and an inout parameter; in every pair of languages as Main and as child.
//!
//! A program in Python makes values and compares them with what comes back. In between Main passes them
//! to the language under test and gets them as a result and as an out parameter.

use std::fmt::Write;

use crate::relay::{Relay, relays};
use crate::support::{Task, take};

/// A type in a shape.
pub(crate) struct Kind {
    /// Its number, which the names of its functions end with.
    pub(crate) id: usize,
    /// Its element's word in the interface file.
    pub(crate) word: String,
    /// 0, 1 (of length 3) or 2 dimensions (of lengths n and m, which are 3 and 2).
    pub(crate) dimensions: usize,
}

impl Kind {
    fn idl(&self) -> String {
        let lengths = ["", "[3]", "[n][m]"][self.dimensions];
        format!("{}{lengths}", self.word)
    }

    /// What stands before the value among the parameters.
    fn lengths(&self) -> &'static str {
        if self.dimensions == 2 { "[Range(0, 9)] int n, [Range(0, 9)] int m, " } else { "" }
    }
}

/// Types and three values of each as Python writes them.
const TYPES: &[(&str, &str)] = &[
    ("bool", "True, False, True"),
    ("char", "'a', chr(200), '~'"),
    ("ubyte", "0, 255, 7"),
    ("short", "-32768, 32767, -1"),
    ("ushort", "0, 65535, 258"),
    ("int", "-2147483648, 2147483647, -5"),
    ("uint", "0, 4294967295, 77"),
    ("long", "-9223372036854775808, 9223372036854775807, -3"),
    ("ulong", "0, 18446744073709551615, 9007199254740993"),
    ("float", "0.5, -3.25, 2.0 ** 90"),
    ("double", "0.1, -1e300, 3.0"),
    ("string", "'', '\u{f1}\u{1d11e}', 'a b'"),
];

pub(crate) fn kinds() -> Vec<Kind> {
    let mut words: Vec<String> = TYPES.iter().map(|(word, _)| (*word).to_owned()).collect();
    words.extend(TYPES.iter().map(|(word, _)| format!("Has{word}")));
    let shapes = words.iter().flat_map(|word| (0..3).map(move |dimensions| (word, dimensions)));
    shapes
        .enumerate()
        .map(|(id, (word, dimensions))| Kind { id, word: word.clone(), dimensions })
        .collect()
}

fn idl(kinds: &[Kind]) -> String {
    let mut text = String::new();
    for (word, _) in TYPES {
        let _ = writeln!(text, "struct Has{word} {{ {word} one; {word}[2] many; }};");
    }
    let mut reference = String::new();
    let mut subject = String::new();
    for kind in kinds {
        let (id, idl, lengths) = (kind.id, kind.idl(), kind.lengths());
        let only = lengths.trim_end_matches(", ");
        let _ = writeln!(reference, "{idl} source{id}({only}); void sink{id}({lengths}{idl} v);");
        let _ = writeln!(subject, "{idl} echo{id}({lengths}{idl} v);");
        let _ = writeln!(subject, "void copy{id}({lengths}{idl} v, out {idl} w);");
        let _ = writeln!(subject, "void keep{id}({lengths}inout {idl} v);");
    }
    text + &format!(
        "interface Main {{ }};\ninterface reference {{\n{reference}}};\ninterface subject {{\n{subject}}};\n"
    )
}

/// Makes values and compares them.
fn reference(kinds: &[Kind]) -> String {
    let mut text = String::from("import Main, os, sys\nturn = 0\nALL = {");
    for (word, values) in TYPES {
        let _ = write!(text, "'{word}': [{values}], ");
    }
    text.push_str(
        "}\n\
         def make(word):\n    global turn\n    if word.startswith('Has'):\n        \
         return getattr(Main, word)(make(word[3:]), [make(word[3:]), make(word[3:])])\n    \
         turn += 1\n    return ALL[word][turn % 3]\n\
         def check(kind, v, expected):\n    if v != expected:\n        \
         print(kind, v, expected, file=sys.stderr, flush=True)\n        os._exit(3)\n",
    );
    for kind in kinds {
        let (id, word) = (kind.id, &kind.word);
        let (parameters, build) = match kind.dimensions {
            0 => ("", format!("make('{word}')")),
            1 => ("", format!("[make('{word}') for _ in range(3)]")),
            _ => ("n, m", format!("[[make('{word}') for _ in range(m)] for _ in range(n)]")),
        };
        let comma = if parameters.is_empty() { "" } else { ", " };
        let _ = writeln!(
            text,
            "def source{id}({parameters}):\n    global turn\n    turn = {id}\n    return {build}\n\
             def sink{id}({parameters}{comma}v):\n    check('{word} {}', v, source{id}({parameters}))",
            kind.dimensions
        );
    }
    text
}

pub(crate) fn cpp(word: &str) -> String {
    let known = match word {
        "ubyte" => "unsigned char",
        "ushort" => "unsigned short",
        "uint" => "unsigned int",
        "long" => "long long",
        "ulong" => "unsigned long long",
        "string" => "std::string",
        other => other,
    };
    known.to_owned()
}

/// Every kind through Main and subject in these languages.
#[track_caller]
fn pair(main: &Relay, subject: &Relay) {
    let kinds = kinds();
    let task = Task::new(&idl(&kinds));
    task.file("reference.py", &reference(&kinds));
    let main_name = format!("Main.{}", main.extension);
    let subject_name = format!("subject.{}", subject.extension);
    task.file(&main_name, &(main.main)(&kinds));
    task.file(&subject_name, &(subject.child)(&kinds));
    let children = ["reference=reference.py", &format!("subject={subject_name}")];
    let _taken = take([format!("matrix {main_name}"), format!("matrix {subject_name}")]);
    let result = task.run(
        &main_name,
        &children,
        "",
        &["--wall-time", "10min", "--cpu-time", "2min", "--memory", "1GiB"],
    );
    assert_eq!(result["success"], true, "{result:#}");
    let counts: Vec<u64> = result["statistics"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["calls"].as_u64())
        .collect();
    let each = kinds.len() as u64;
    assert_eq!(counts, [2 * each, 3 * each], "{result:#}");
}

/// A language as Main, with children in all languages.
#[track_caller]
fn main_in(extension: &str) {
    let relays = relays();
    let main = relays.iter().find(|relay| relay.extension == extension).expect("it is there");
    relays.iter().for_each(|subject| pair(main, subject));
}

macro_rules! languages {
    ($($name:ident $extension:literal),*) => { $(
        #[test]
        fn $name() {
            main_in($extension);
        }
    )* };
}

languages!(
    c "c", cplusplus "cpp", python "py", javascript "js", java "java", go "go", rust "rs",
    csharp "cs", pascal "pas"
);

#[test]
fn every_back_end_has_a_relay() {
    let known: Vec<&str> = relays().iter().map(|relay| relay.extension).collect();
    let languages: Vec<&str> =
        sandglass_idl::LANGUAGES.iter().map(|language| language.extension).collect();
    assert_eq!(known, languages);
}
