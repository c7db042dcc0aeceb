//! CPU time is charged to the side whose turn it is, however they wait for each other.

use serde_json::Value;

use crate::support::Task;

const IDL: &str = "\
interface Main { int ask(int x); };
interface child { void work(int calls, int microseconds); };
";

/// Computes for so many microseconds of its own CPU time.
const COMPUTE: &str = "\
#include <time.h>
static void compute(long microseconds) {
    struct timespec at;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    long until = at.tv_sec * 1000000 + at.tv_nsec / 1000 + microseconds;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    while (at.tv_sec * 1000000 + at.tv_nsec / 1000 < until);
}
";

/// Reads how often it is to be called, how long it is to think each time, and how long the child is to.
const MAIN: &str = "\
#include \"task.h\"
#include <stdio.h>
static int thinks;
int ask(int x) { if (thinks) compute(thinks); return x; }
int main(void) {
    int calls, child;
    if (scanf(\"%d %d %d\", &calls, &thinks, &child) != 3) return 9;
    work(calls, child);
    return 0;
}
";

const MAIN_IN_PYTHON: &str = "\
import time, task
def ask(x):
    until = time.thread_time_ns() + thinks * 1000
    while time.thread_time_ns() < until: pass
    return x
calls, thinks, child = map(int, input().split())
task.work(calls, child)
";

const CHILD: &str = "\
#include \"task.h\"
void work(int calls, int microseconds) {
    for (int i = 0; i < calls; i++) {
        ask(i);
        if (microseconds) compute(microseconds);
    }
}
";

fn run(main: &str, input: &str, transport: &str, affinity: &str, cpu_time: &str) -> Value {
    let task = Task::new(IDL);
    task.file("Main.c", &format!("{COMPUTE}{MAIN}"));
    task.file("Main.py", MAIN_IN_PYTHON);
    task.file("child.c", &format!("{COMPUTE}{CHILD}"));
    let options = [
        ["--transport", transport],
        ["--affinity", affinity],
        ["--cpu-time", cpu_time],
        ["--wall-time", "60s"],
    ];
    let result = task.run(main, &["child.c"], input, options.as_flattened());
    assert_eq!(result["transport"]["peers"][0]["transport"], transport, "{result:#}");
    result
}

#[track_caller]
fn passes(result: &Value, limit_ns: u64) {
    assert_eq!(result["cause"]["cause"], "verdict", "{result:#}");
    let charged = result["transport"]["sides"][1]["charged_cpu_ns"].as_u64();
    assert!(charged.is_some_and(|charged| charged <= limit_ns), "{result:#}");
}

#[track_caller]
fn too_slow(result: &Value) {
    let fault = &result["cause"]["fault"];
    let found = (&fault["fault"], &fault["limit"], &result["cause"]["peer"]);
    assert_eq!(found, (&"limit".into(), &"cpu_time_limit".into(), &"child".into()), "{result:#}");
}

#[test]
fn a_program_that_looks_again_and_again_does_not_pay_for_what_main_thinks() {
    // Main thinks for 0.9 s in all, and the program looks all the while.
    let separate = |main, input, limit| run(main, input, "memory-spin", "separate", limit);
    passes(&separate("Main.c", "20000 45 0", "400ms"), 400_000_000);
    // Nor where Main is in a language that itself never looks. Each call wakes the program, which is its own.
    let result = separate("Main.py", "10000 45 0", "500ms");
    passes(&result, 500_000_000);
    // What it does not pay for was measured, and is most of what Main thought.
    let looked = &result["statistics"][0]["turns"]["peer_looked_ns"];
    assert!(looked.as_u64() > Some(400_000_000), "{result:#}");
}

#[test]
fn a_program_that_looks_again_and_again_pays_for_what_it_thinks_itself() {
    let separate = |main, input, limit| run(main, input, "memory-spin", "separate", limit);
    too_slow(&separate("Main.c", "20000 0 45", "400ms"));
    too_slow(&separate("Main.py", "5000 1 300", "400ms"));
    // Without an end: found while it computes.
    too_slow(&separate("Main.c", "2 0 200000000", "300ms"));
}

#[test]
fn a_program_that_yields_or_sleeps_does_not_pay_for_what_main_thinks() {
    // Main thinks for 0.6 s.
    for (transport, affinity) in
        [("memory-yield", "same"), ("memory-sleep", "none"), ("pipes", "same")]
    {
        passes(&run("Main.c", "600 1000 0", transport, affinity, "200ms"), 200_000_000);
        too_slow(&run("Main.c", "600 0 1000", transport, affinity, "200ms"));
    }
}
