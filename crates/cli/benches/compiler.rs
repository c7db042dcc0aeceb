//! What the compiler of the interface language takes from start to finish on a small file, interleaved
//! with the start of a program that does nothing: `cargo bench -p sandglass-cli --bench compiler`.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 100;

/// A command and the times that it took.
struct Subject {
    name: String,
    command: Command,
    times: Vec<Duration>,
}

impl Subject {
    fn new(name: &str, program: &str, arguments: &[&str]) -> Subject {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
        Subject { name: name.to_owned(), command, times: Vec::new() }
    }

    fn run(&mut self) {
        let start = Instant::now();
        let status = self.command.status().expect("it starts");
        self.times.push(start.elapsed());
        assert!(status.success(), "{}: {status}", self.name);
    }

    /// The time that this share of the runs did not take.
    fn quantile(&self, share: f64) -> f64 {
        let mut times = self.times.clone();
        times.sort();
        let place = (share * (times.len() - 1) as f64).round() as usize;
        times[place].as_secs_f64() * 1e3
    }
}

fn main() {
    let task = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kit/task/mirror.idl");
    let task = task.display().to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().display().to_string();
    let sandglass = env!("CARGO_BIN_EXE_sandglass");
    let mut subjects = vec![
        Subject::new("true", "/bin/true", &[]),
        Subject::new("task check", sandglass, &["task", "check", &task]),
    ];
    for (main, child) in [("c", "c"), ("cpp", "python3"), ("java", "go"), ("rust", "javascript")] {
        let arguments =
            ["task", "generate", &task, "--main", main, "--child", child, "--directory", &target];
        subjects.push(Subject::new(
            &format!("task generate {main} {child}"),
            sandglass,
            &arguments,
        ));
    }
    for _ in 0..ROUNDS {
        subjects.iter_mut().for_each(Subject::run);
    }
    println!("{:32} {:>8} {:>8} {:>8}  ms, {ROUNDS} runs each", "", "least", "median", "90 %");
    for subject in &subjects {
        let [least, median, most] = [0.0, 0.5, 0.9].map(|share| subject.quantile(share));
        println!("{:32} {least:8.2} {median:8.2} {most:8.2}", subject.name);
    }
}
