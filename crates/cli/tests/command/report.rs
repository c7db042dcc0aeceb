//! What a run is reported as.

use crate::support::{finish, outcome, run};

#[test]
fn the_object_has_the_fields_of_the_design() {
    let (outcome, status) = outcome(&["--", "sh", "-c", "echo hello; echo oops >&2"]);
    assert_eq!(status, Some(0));
    assert_eq!(outcome["cause"], "exited");
    assert_eq!(outcome["exit_code"], 0);
    assert!(outcome["signal"].is_null());
    for name in ["wall_time_ns", "cpu_user_ns", "cpu_system_ns", "peak_memory_bytes", "oom_kills"] {
        assert!(outcome[name].is_u64(), "{name}: {outcome}");
    }
    let backend = outcome["backend"].as_str().expect("a name");
    assert!(["cgroup2", "hybrid", "rlimit"].contains(&backend), "{outcome}");
    assert_eq!(outcome["stdout"], "hello\n");
    assert_eq!(outcome["stdout_truncated"], false);
    assert_eq!(outcome["stderr"], "oops\n");
}

#[test]
fn long_output_is_cut_in_the_object_and_the_program_goes_on() {
    let (outcome, status) = outcome(&["--", "head", "-c", "1000000", "/dev/zero"]);
    assert_eq!(status, Some(0), "{}", outcome["cause"]);
    assert_eq!(outcome["stdout"].as_str().map(str::len), Some(64 << 10));
    assert_eq!(outcome["stdout_truncated"], true);
}

#[test]
fn a_summary_for_people_stands_on_stderr() {
    let finished = finish(run(&["--", "true"])).status(0);
    let stderr = finished.stderr();
    assert!(stderr.starts_with("sandglass: the program exited with 0\n"), "{stderr}");
    for name in ["CPU time", "wall time", "peak memory", "backend"] {
        assert!(stderr.contains(name), "{stderr}");
    }
    assert_eq!(finished.stdout(), "");
}

#[test]
fn repeating_gives_a_table_or_a_line_each() {
    let finished = finish(run(&["--repeat", "5", "--", "true"])).status(0);
    let stderr = finished.stderr();
    assert!(stderr.contains("5 runs") && stderr.contains("round trip"), "{stderr}");
    assert!(stderr.contains("5 × the program exited with 0"), "{stderr}");

    let stdout = finish(run(&["--repeat", "3", "--json", "--", "true"])).status(0).stdout();
    let objects: Vec<serde_json::Value> =
        stdout.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert_eq!(objects.len(), 3);
    assert!(objects.iter().all(|object| object["round_trip_ns"].is_u64()));
}
