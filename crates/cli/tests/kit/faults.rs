//! `run.py` with solutions that fail: it ends, and says who did what.

use crate::support::{Contestant, Said, Setter};

const REST: &str = "\ndef mirror(p):\n    return p\n";

/// A kit in Python, with a `total` of these lines.
fn with_total(lines: &str) -> Contestant {
    let contestant = Setter::new(&["python3"]).unpacked("python3");
    contestant
        .write(format!("import os, sys, Main\n\n\ndef total(n, v):\n{lines}\n{REST}").as_bytes());
    contestant
}

#[track_caller]
fn fails(said: &Said, parts: &[&str]) {
    assert_eq!((said.status, &said.stdout[..]), (Some(1), ""), "{said:?}");
    for part in parts {
        assert!(said.stderr.contains(part), "{part}: {}", said.stderr);
    }
}

#[test]
fn an_exit_a_crash_and_a_broken_promise() {
    let exits = with_total("    os._exit(3)").run("./run.py", &[]);
    fails(&exits, &["[Main] sandglass: gone", "solution: exited with 3"]);
    let crashes = with_total("    os.abort()").run("./run.py", &[]);
    fails(&crashes, &["[Main] sandglass: gone", "solution: was killed by SIGABRT"]);
    let breaks = with_total("    return Main.ask(100)").run("./run.py", &[]);
    fails(&breaks, &["[solution] sandglass: own_fault: Main.ask, i is 100, and must be 0..99"]);
}

#[test]
fn silence_ends() {
    let waits = with_total("    while True:\n        pass").run("./run.py", &["--wall-time", "3"]);
    fails(&waits, &["no end after 3 s: stopped", "solution: was killed by SIGKILL"]);
}

#[test]
fn what_it_prints_is_shown_with_its_name() {
    let lines = "    print('one')\n    sys.stdout.write('half a line')\n    sys.stdout.flush()\n    \
                 Main.note('hello ' + sys.stdin.read())\n    return 5";
    let said = with_total(lines).run("./run.py", &[]);
    assert_eq!(said.stdout, "hello \n5\n1 2\nasked 0\n", "{}", said.stderr);
    for part in ["[solution] one\n", "[solution] half a line\n"] {
        assert!(said.stderr.contains(part), "{}", said.stderr);
    }
}

#[test]
fn what_does_not_compile_and_what_is_not_installed() {
    let contestant = Setter::new(&["cpp"]).unpacked("cpp");
    contestant.write(b"int main() { return }\n");
    let refused = contestant.run("./run.py", &[]);
    assert_eq!(refused.status, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("solution: mirror.cpp does not compile"), "{refused:?}");
    let mut command = contestant.command("./run.py", &["samples/1.in"]);
    let missing = crate::support::said(command.env("CXX", "no-such-compiler"));
    assert_eq!(missing.status, Some(2), "{missing:?}");
    assert!(missing.stderr.contains("Main: cannot run no-such-compiler"), "{missing:?}");
}
