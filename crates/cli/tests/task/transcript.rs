//! `task run --transcript` and `--replay`.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

use crate::support::Task;

const IDL: &str = "\
struct Place { int row; string name; };
interface Main { [Range(0, 99)] int ask([Range(0, 99)] int x); void note([Range(0, 9)] int n, Place[n] places); };
interface walker { int walk([Range(0, 9)] int steps); };
interface flyer { double[2] fly(string how); };
";

const MAIN: &str = "\
import task
def ask(x): return (x * 7 + 1) % 100
def note(n, places): pass
steps = int(input())
print(task.walk(steps), task.fly('h\u{f6}her'))
";

/// Its interfaces are two processes.
const CHILD: &str = "\
#include \"task.h\"
int walk(int steps) {
    int at = 1;
    for (int i = 0; i < steps; i++) at = ask(at);
    note(2, {{at, \"here\"}, {-1, \"caf\u{e9}\"}});
    return at;
}
std::vector<double> fly(std::string how) { return {0.5, double(how.size())}; }
";

fn start(child: &str) -> (Task, PathBuf) {
    let task = Task::new(IDL);
    task.file("Main.py", MAIN);
    task.file("child.cpp", child);
    let log = task.file("calls.jsonl", "");
    (task, log)
}

fn record(task: &Task, log: &std::path::Path, steps: u32) -> (Value, Vec<Value>) {
    let log = log.to_str().expect("a path");
    let result = task.run("Main.py", &["child.cpp"], &steps.to_string(), &["--transcript", log]);
    let text = std::fs::read_to_string(log).expect("the transcript");
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    (result, lines.collect())
}

fn replay(task: &Task, child: &str, log: &std::path::Path) -> (Output, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_sandglass"))
        .current_dir(task.folder())
        .args(["task", "run", "task.idl", "--json", "--allow-weaker", "--child", child, "--replay"])
        .arg(log)
        .output()
        .expect("the program starts");
    let value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output, value)
}

#[test]
fn a_transcript_has_every_call_with_its_values_and_a_replay_finds_the_first_difference() {
    let (task, log) = start(CHILD);
    let (result, lines) = record(&task, &log, 2);
    assert_eq!(result["cause"]["cause"], "verdict", "{result:#}");
    let said: Vec<String> = lines[1..]
        .iter()
        .map(|line| {
            let value = |key: &str| line[key].to_string();
            let mut text = format!("{} {} {}", value("from"), value("event"), value("function"));
            for key in ["arguments", "values"] {
                if line[key].is_object() {
                    text += &format!(" {}", line[key]);
                }
            }
            text.replace('"', "")
        })
        .collect();
    assert_eq!(
        said,
        [
            "Main call walker.walk {steps:2}",
            "walker call Main.ask {x:1}",
            "Main return Main.ask {result:8}",
            "walker call Main.ask {x:8}",
            "Main return Main.ask {result:57}",
            "walker call Main.note {n:2,places:[{name:here,row:57},{name:caf\u{e9},row:-1}]}",
            "Main return Main.note {}",
            "walker return walker.walk {result:57}",
            "Main call flyer.fly {how:h\u{f6}her}",
            "flyer return flyer.fly {result:[0.5,6.0]}",
            "Main bye null",
            "Main bye null",
            "null end null",
        ]
    );
    let times: Vec<u64> = lines[1..].iter().filter_map(|line| line["at_ns"].as_u64()).collect();
    assert!(times.len() == 12 && times.is_sorted(), "{times:?}");

    let (output, same) = replay(&task, "child.cpp", &log);
    assert_eq!((output.status.code(), &same["success"]), (Some(0), &true.into()), "{same:#}");
    assert_eq!(same["replay"][0]["agreed"], 4, "{same:#}");
    // In another language, and wrong from the second question on.
    task.file(
        "other.py",
        "import Main\ndef walk(steps):\n    at = Main.ask(1)\n    return Main.ask(at + 1)\n\
         def fly(how): return [0.5, 6.0]\n",
    );
    let (output, other) = replay(&task, "other.py", &log);
    assert_eq!(output.status.code(), Some(1), "{other:#}");
    let difference = &other["replay"][0]["difference"];
    assert_eq!(difference["entry"], 4, "{other:#}");
    assert_eq!(difference["expected"], "Main.ask(x = 8)", "{other:#}");
    assert_eq!(difference["found"], "Main.ask(x = 9)", "{other:#}");
    assert_eq!(other["replay"][1]["same"], true, "{other:#}");
    // Two that say nothing.
    for (body, found) in [
        ("raise SystemExit(3)", "it ended: exited with 3"),
        ("time.sleep(1000)", "it did not answer"),
    ] {
        task.file(
            "mute.py",
            &format!("import time\ndef walk(steps): {body}\ndef fly(how): return [0.5, 6.0]\n"),
        );
        let (output, mute) = replay(&task, "mute.py", &log);
        assert_eq!(output.status.code(), Some(1), "{mute:#}");
        assert_eq!(mute["replay"][0]["difference"]["found"], found, "{mute:#}");
    }
    // A log of something else is none.
    task.file("task.idl", &IDL.replace("int steps", "long steps"));
    let (output, _) = replay(&task, "child.cpp", &log);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(words.contains("another interface") && words.contains("hint:"), "{words}");
}

#[test]
fn a_transcript_changes_no_cause_and_ends_where_the_conversation_does() {
    for (body, fault, last) in [
        ("abort();", "crashed", "walker.walk"),
        ("ask(100); return 0;", "violation", "walker.walk"),
        ("for (;;) pause();", "silent", "walker.walk"),
        ("int x = ask(5); if (x == 36) exit(4); return 0;", "exited", "Main.ask"),
    ] {
        let child = format!(
            "#include \"task.h\"\n#include <cstdlib>\n#include <unistd.h>\n\
             int walk(int) {{ {body} }}\nstd::vector<double> fly(std::string) {{ return {{0, 0}}; }}\n"
        );
        let (task, log) = start(&child);
        let (result, lines) = record(&task, &log, 2);
        assert_eq!(result["cause"]["fault"]["fault"], fault, "{body}: {result:#}");
        assert_eq!(result["cause"]["peer"], "walker", "{body}: {result:#}");
        let calls: Vec<&Value> = lines.iter().filter(|line| line["function"].is_string()).collect();
        let function = &calls.last().expect("a call")["function"];
        assert_eq!(function, last, "{body}: {lines:#?}");
        let end = lines.last().expect("the end");
        assert_eq!(end["cause"], result["cause"], "{body}: {end:#}");
    }
}
