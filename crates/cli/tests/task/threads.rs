//! A contestant's program with threads that all call at once: Main is never confused.

use crate::support::Task;

const IDL: &str = "\
interface Main { [Range(0, 1000)] int ask([Range(0, 1000)] int x); };
interface child { [Range(0, 1000)] int work([Range(0, 9)] int what); };
";

/// Counts what it is asked, and says so; each answer depends on the question.
const MAINS: &[(&str, &str)] = &[
    (
        "Main.cpp",
        "#include \"task.h\"\n#include <iostream>\nint asked;\n\
         int ask(int x) { asked++; return 1000 - x; }\n\
         int main() { int n; std::cin >> n; for (int i = 0; i < 20; i++) work(n); std::cout << asked << \"\\n\"; }\n",
    ),
    (
        "Main.py",
        "import task\nasked = 0\ndef ask(x):\n    global asked\n    asked += 1\n    return 1000 - x\n\
         n = int(input())\nfor i in range(20): task.work(n)\nprint(asked)\n",
    ),
];

const CHILDREN: &[(&str, &str)] = &[
    (
        "child.cpp",
        "#include \"task.h\"\n#include <thread>\n#include <vector>\n\
         static void many() { for (int i = 0; i < 50; i++) ask(i); }\n\
         int work(int what) {\n    std::vector<std::thread> all;\n\
         \x20   for (int i = 0; i < 4; i++) all.emplace_back(many);\n\
         \x20   for (auto &one : all) { if (what == 1) one.detach(); else one.join(); }\n    return 7;\n}\n",
    ),
    (
        "child.py",
        "import threading, Main\n\
         def many():\n    for i in range(50): Main.ask(i)\n\
         def work(what):\n    all = [threading.Thread(target=many, daemon=True) for _ in range(4)]\n\
         \x20   for one in all: one.start()\n    if what == 0:\n        for one in all: one.join()\n    return 7\n",
    ),
];

fn attacked(main: (&str, &str), child: (&str, &str), more: &[&str]) {
    let task = Task::new(IDL);
    task.file(main.0, main.1);
    task.file(child.0, child.1);
    // 0: the threads end before the answer; 1: they go on calling when it is Main's turn.
    for what in ["0", "1"] {
        let limits = ["--cpu-time", "3s", "--wall-time", "20s"];
        let result = task.run(main.0, &[child.0], what, &[&limits[..], more].concat());
        let who = format!("{} {} {what} {more:?}: {result:#}", main.0, child.0);
        // Main ended by itself: it neither crashed nor hung, and is not blamed.
        assert_eq!(result["sides"][0]["end"]["end"], "exited", "{who}");
        match result["cause"]["cause"].as_str() {
            Some("verdict") => {
                let asked = result["sides"][0]["stdout"].as_str().unwrap_or_default().trim();
                let asked: u32 = asked.parse().unwrap_or_else(|_| panic!("{who}"));
                assert!(asked <= 20 * 200, "{who}");
            }
            Some("peer") => {}
            _ => panic!("{who}"),
        }
    }
}

#[test]
fn threads_in_cpp_over_what_is_fastest() {
    attacked(MAINS[0], CHILDREN[0], &[]);
    attacked(MAINS[1], CHILDREN[0], &[]);
}

#[test]
fn threads_in_cpp_over_named_pipes() {
    attacked(MAINS[0], CHILDREN[0], &["--transport", "named-pipes"]);
    attacked(MAINS[1], CHILDREN[0], &["--transport", "named-pipes"]);
}

#[test]
fn threads_in_python() {
    attacked(MAINS[0], CHILDREN[1], &[]);
    attacked(MAINS[1], CHILDREN[1], &[]);
}
