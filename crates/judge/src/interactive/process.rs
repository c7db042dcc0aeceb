//! What a program is doing, as `/proc` tells it.
//!
//! The program is untrusted and may call itself what it likes, so its name is skipped from the right.
//! Everything here is a snapshot; whoever uses it looks twice where that matters.

use std::fs;
use std::time::Duration;

/// Kernel flag of a task that is on its way out (`PF_EXITING`).
const EXITING: u64 = 0x4;

/// Processes of one program that are looked at.
const MOST_PROCESSES: usize = 64;

/// A program of a conversation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    process: u32,
}

/// What a look at a program and its children found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    /// Its main process is dead, or on its way out.
    Exiting,
    /// It lives.
    Alive(Activity),
}

/// What it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Activity {
    /// CPU time of all its living processes, and of children that it waited for.
    pub(crate) cpu: Duration,
    /// Time for which its threads could have run and no CPU was free.
    pub(crate) delayed: Duration,
    /// Whether no thread of it runs or could run.
    pub(crate) asleep: bool,
    /// Whether a thread of it runs or could run.
    pub(crate) runnable: bool,
    /// Whether a thread sleeps for a time of its own choosing, or in a way that says nothing.
    pub(crate) wakes_itself: bool,
    /// Whether a thread waits in a call that reads, or for something to be read.
    pub(crate) reads: bool,
    /// Whether a thread waits in a call that writes, or for room to write.
    pub(crate) writes: bool,
}

impl Watched {
    pub(crate) fn new(process: u32) -> Watched {
        Watched { process }
    }

    /// Bytes that its living processes have written, wherever to; 0 where the kernel does not tell.
    pub(super) fn written(self) -> u64 {
        let mut processes = vec![self.process];
        let mut next = 0;
        while next < processes.len() && processes.len() <= MOST_PROCESSES {
            let process = processes[next];
            next += 1;
            for task in tasks(process) {
                processes.extend(children(process, task));
            }
        }
        processes.into_iter().map(written_by).sum()
    }

    /// Whether those who started it, the init process and the supervisor, sleep; true where that cannot be
    /// seen.
    pub(super) fn keepers_rest(self) -> bool {
        let mut process = self.process;
        for _ in 0..2 {
            let Some(parent) = Task::read(process, process).map(|task| task.parent) else { break };
            process = parent;
            let mut threads = tasks(process).into_iter();
            if threads.any(|task| Task::read(process, task).is_some_and(|state| !state.asleep)) {
                return false;
            }
        }
        true
    }

    /// Looks whether it lives, and no more: for the moment after a close.
    pub(crate) fn look(self) -> Life {
        let main = Task::read(self.process, self.process);
        match main {
            None => return Life::Exiting,
            Some(main) if main.exiting => {
                // A main thread may end before the others.
                let others = tasks(self.process);
                let left = others
                    .into_iter()
                    .filter_map(|task| Task::read(self.process, task))
                    .any(|task| !task.exiting);
                if !left {
                    return Life::Exiting;
                }
            }
            Some(_) => {}
        }
        let mut activity = Activity {
            cpu: Duration::ZERO,
            delayed: Duration::ZERO,
            asleep: true,
            runnable: false,
            wakes_itself: false,
            reads: false,
            writes: false,
        };
        let mut processes = vec![self.process];
        let mut next = 0;
        while next < processes.len() && processes.len() <= MOST_PROCESSES {
            let process = processes[next];
            next += 1;
            for task in tasks(process) {
                let Some(state) = Task::read(process, task) else { continue };
                if task == process {
                    activity.cpu += state.children_cpu;
                }
                let (ran, delayed) = on_cpu(process, task);
                activity.cpu += ran;
                activity.delayed += delayed;
                if state.exiting {
                    continue;
                }
                if !state.asleep {
                    activity.asleep = false;
                    activity.runnable |= state.runnable;
                } else {
                    activity.add(call(process, task));
                }
                processes.extend(children(process, task));
            }
        }
        Life::Alive(activity)
    }
}

impl Activity {
    fn add(&mut self, call: Call) {
        match call {
            Call::Reads => self.reads = true,
            Call::Writes => self.writes = true,
            Call::Either => (self.reads, self.writes) = (true, true),
            Call::Timed => self.wakes_itself = true,
            Call::WaitsForOthers => {}
        }
    }
}

/// One thread.
#[derive(Debug)]
struct Task {
    exiting: bool,
    asleep: bool,
    runnable: bool,
    parent: u32,
    /// CPU time of children that were waited for; coarse.
    children_cpu: Duration,
}

impl Task {
    fn read(process: u32, task: u32) -> Option<Task> {
        let text = fs::read(format!("/proc/{process}/task/{task}/stat")).ok()?;
        Task::parse(&text)
    }

    /// Fields as in proc_pid_stat(5): state is the third, the parent the fourth, and so on.
    fn parse(text: &[u8]) -> Option<Task> {
        let name_end = text.iter().rposition(|&byte| byte == b')')?;
        let rest = std::str::from_utf8(text.get(name_end + 2..)?).ok()?;
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        let state = *fields.first()?;
        let ticks = number(16)? + number(17)?;
        Some(Task {
            exiting: matches!(state, "Z" | "X" | "x") || number(9)? & EXITING != 0,
            asleep: state == "S",
            runnable: state == "R",
            parent: number(4).and_then(|parent| u32::try_from(parent).ok())?,
            children_cpu: Duration::from_millis(ticks * 10),
        })
    }
}

fn tasks(process: u32) -> Vec<u32> {
    let Ok(entries) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

fn children(process: u32, task: u32) -> Vec<u32> {
    let text = fs::read_to_string(format!("/proc/{process}/task/{task}/children"));
    text.unwrap_or_default().split_whitespace().filter_map(|child| child.parse().ok()).collect()
}

/// Time on a CPU and time waiting for one, exact; zero where the kernel does not tell.
fn on_cpu(process: u32, task: u32) -> (Duration, Duration) {
    let text = fs::read_to_string(format!("/proc/{process}/task/{task}/schedstat"));
    let text = text.unwrap_or_default();
    let mut words = text.split_whitespace().map_while(|word| word.parse().ok());
    let mut next = || Duration::from_nanos(words.next().unwrap_or(0));
    (next(), next())
}

/// `wchar` of proc_pid_io(5).
fn written_by(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/io")).unwrap_or_default();
    let field = text.lines().find_map(|line| line.strip_prefix("wchar: "));
    field.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or(0)
}

/// The kind of call that a sleeping thread is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Reads,
    Writes,
    /// One that may wait for either, without an end in time.
    Either,
    /// One that ends by itself at some time.
    Timed,
    /// For a thread or child of its own.
    WaitsForOthers,
}

fn call(process: u32, task: u32) -> Call {
    match fs::read_to_string(format!("/proc/{process}/task/{task}/syscall")) {
        Ok(text) => Call::parse(&text),
        // Not ours to see: then nothing is said about it.
        Err(_) => Call::Timed,
    }
}

impl Call {
    /// `number argument0 argument1 ...`, arguments in hexadecimal.
    fn parse(text: &str) -> Call {
        let mut words = text.split_whitespace();
        let Some(number) = words.next().and_then(|word| word.parse::<i64>().ok()) else {
            // It runs.
            return Call::Timed;
        };
        let arguments: Vec<u64> = words
            .filter_map(|word| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok())
            .collect();
        let argument = |index: usize| arguments.get(index).copied().unwrap_or(0);
        let without_end = |endless: bool| if endless { Call::Either } else { Call::Timed };
        // A timeout of -1 milliseconds, as an int.
        let never = |value: u64| value as u32 == u32::MAX;
        match number {
            numbers::READ | numbers::READV | numbers::PREADV2 => Call::Reads,
            numbers::WRITE | numbers::WRITEV | numbers::PWRITEV2 => Call::Writes,
            numbers::SPLICE | numbers::TEE | numbers::SENDFILE => Call::Either,
            numbers::POLL => without_end(never(argument(2))),
            numbers::PPOLL => without_end(argument(2) == 0),
            numbers::SELECT | numbers::PSELECT6 => without_end(argument(4) == 0),
            numbers::EPOLL_WAIT | numbers::EPOLL_PWAIT => without_end(never(argument(3))),
            numbers::WAIT4 | numbers::WAITID => Call::WaitsForOthers,
            // A wait without a timeout is for another thread, which is looked at too.
            numbers::FUTEX if argument(3) == 0 => Call::WaitsForOthers,
            _ => Call::Timed,
        }
    }
}

/// Numbers of the calls above; -1 and below are none.
#[cfg(target_arch = "x86_64")]
mod numbers {
    pub(super) const READ: i64 = 0;
    pub(super) const WRITE: i64 = 1;
    pub(super) const POLL: i64 = 7;
    pub(super) const READV: i64 = 19;
    pub(super) const WRITEV: i64 = 20;
    pub(super) const SELECT: i64 = 23;
    pub(super) const SENDFILE: i64 = 40;
    pub(super) const WAIT4: i64 = 61;
    pub(super) const FUTEX: i64 = 202;
    pub(super) const EPOLL_WAIT: i64 = 232;
    pub(super) const WAITID: i64 = 247;
    pub(super) const PSELECT6: i64 = 270;
    pub(super) const PPOLL: i64 = 271;
    pub(super) const SPLICE: i64 = 275;
    pub(super) const TEE: i64 = 276;
    pub(super) const EPOLL_PWAIT: i64 = 281;
    pub(super) const PREADV2: i64 = 327;
    pub(super) const PWRITEV2: i64 = 328;
}

/// The numbers of the generic table (64-bit ARM, RISC-V).
#[cfg(not(target_arch = "x86_64"))]
mod numbers {
    pub(super) const READ: i64 = 63;
    pub(super) const WRITE: i64 = 64;
    pub(super) const READV: i64 = 65;
    pub(super) const WRITEV: i64 = 66;
    pub(super) const SENDFILE: i64 = 71;
    pub(super) const PSELECT6: i64 = 72;
    pub(super) const PPOLL: i64 = 73;
    pub(super) const SPLICE: i64 = 76;
    pub(super) const TEE: i64 = 77;
    pub(super) const EPOLL_PWAIT: i64 = 22;
    pub(super) const WAITID: i64 = 95;
    pub(super) const FUTEX: i64 = 98;
    pub(super) const WAIT4: i64 = 260;
    pub(super) const PREADV2: i64 = 286;
    pub(super) const PWRITEV2: i64 = 287;
    pub(super) const POLL: i64 = -2;
    pub(super) const SELECT: i64 = -3;
    pub(super) const EPOLL_WAIT: i64 = -4;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_name_with_parentheses_deceives_nobody() {
        let line = b"7 (a) R 1 2) S 1 7 7 0 -1 4194304 0 0 0 0 0 0 3 4 20 0 1 0 9 0 0";
        let task = Task::parse(line).unwrap();
        assert!(task.asleep && !task.exiting);
        assert_eq!(task.children_cpu, Duration::from_millis(70));
        let dying = b"7 (a) R 1 7 7 0 -1 4194308 0 0 0 0 0 0 0 0 20 0 1 0 9 0 0";
        assert!(Task::parse(dying).unwrap().exiting);
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn calls_are_told_apart() {
        for (text, expected) in [
            ("0 0x0 0x7ffe 0x1000 0x0 0x0 0x0 0x7ffd 0x7f2e\n", Call::Reads),
            ("1 0x1 0x7ffe 0x1000 0x0 0x0 0x0 0x7ffd 0x7f2e\n", Call::Writes),
            ("7 0x7ffe 0x1 0xffffffff 0x0 0x0 0x0 0x7ffd 0x7f2e\n", Call::Either),
            ("7 0x7ffe 0x1 0x64 0x0 0x0 0x0 0x7ffd 0x7f2e\n", Call::Timed),
            ("230 0x0 0x0 0x7ffe 0x0 0x0 0x0 0x7ffd 0x7f2e\n", Call::Timed),
            ("202 0x7f 0x0 0x0 0x0 0x0 0x0 0x7ffd 0x7f2e\n", Call::WaitsForOthers),
            ("running\n", Call::Timed),
        ] {
            assert_eq!(Call::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn a_keeper_that_runs_is_seen() {
        // Its parent is a shell that works, and the shell's is this test.
        let script = "sleep 60 & echo $!; while :; do :; done";
        let mut shell = Command::new("/bin/sh");
        let mut shell = shell.args(["-c", script]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut output = std::io::BufReader::new(shell.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut output, &mut line).unwrap();
        let asleep = line.trim().parse().unwrap();
        assert_eq!(Task::read(asleep, asleep).unwrap().parent, shell.id());
        assert!(!Watched::new(asleep).keepers_rest());
        Command::new("/bin/kill").arg(line.trim()).status().unwrap();
        shell.kill().unwrap();
        shell.wait().unwrap();
    }

    #[test]
    fn a_program_is_seen_to_read_to_run_and_to_be_dead() {
        let mut child =
            Command::new("/bin/cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let watched = Watched::new(child.id());
        let deadline = std::time::Instant::now() + Duration::from_secs(20);
        loop {
            match watched.look() {
                Life::Alive(activity) if activity.asleep && activity.reads => {
                    assert!(!activity.wakes_itself && !activity.writes);
                    break;
                }
                other => assert!(std::time::Instant::now() < deadline, "{other:?}"),
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        use std::io::Write;
        child.stdin.as_mut().unwrap().write_all(b"twelve bytes").unwrap();
        while watched.written() < 12 {
            assert!(std::time::Instant::now() < deadline, "{}", watched.written());
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(watched.written(), 0);
        assert_eq!(watched.look(), Life::Exiting);
    }
}
