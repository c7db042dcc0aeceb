//! Programs that will never do anything again are found by looking at them, and not by a limit: every run
//! here may take hours, and a test that waited for that would be seen.

use crate::support::Task;

const IDL: &str = "\
interface Main { int ask(int x); };
interface child { int work(int what); };
";

const MAIN: &str = "\
#include \"task.h\"
#include <stdio.h>
#include <unistd.h>
int ask(int x) {
    int p[2];
    char c;
    // Main itself waits for what nobody sends.
    if (x == 9 && pipe(p) == 0 && read(p[0], &c, 1) >= 0) return 0;
    return x;
}
int main(void) {
    int n;
    if (scanf(\"%d\", &n) != 1) return 9;
    printf(\"%d\\n\", work(n));
    return 0;
}
";

#[track_caller]
fn found(child: (&str, &str), what: &str, cause: &str, more: &[&str]) {
    let task = Task::new(IDL);
    task.file("Main.c", MAIN);
    task.file(child.0, child.1);
    let limits = ["--cpu-time", "10s", "--wall-time", "3600s"];
    let result = task.run("Main.c", &[child.0], what, &[&limits[..], more].concat());
    assert_eq!(result["cause"]["cause"], cause, "{result:#}");
    assert_eq!(result["cause"]["fault"]["fault"], "silent", "{result:#}");
    assert_eq!(result["silent_for_ns"].is_u64(), cause == "peer", "{result:#}");
}

const CHILD: &str = "\
#include \"task.h\"
#include <unistd.h>
int work(int what) {
    int p[2];
    char c;
    if (what == 0 && pipe(p) == 0) return (int)read(p[0], &c, 1);
    if (what == 1) sleep(10000);
    return ask(what);
}
";

#[test]
fn a_program_that_waits_for_nobody() {
    found(("child.c", CHILD), "0", "peer", &[]);
    found(("child.c", CHILD), "0", "peer", &["--transport", "named-pipes"]);
}

#[test]
fn a_program_that_sleeps() {
    found(("child.c", CHILD), "1", "peer", &[]);
    let java = "class child { static int work(int what) {\n\
        try { Thread.sleep(10000000); } catch (InterruptedException e) { }\n        return 0; } }\n";
    found(("child.java", java), "1", "peer", &[]);
}

#[test]
fn main_that_waits_for_nobody_is_at_fault_itself() {
    found(("child.c", CHILD), "9", "main", &[]);
}
