//! A command and all that it starts, stepped from one system call to the next, and one of its processes
//! killed before a call of our choice.

use sandglass_sys::{self as sys, Exit, Traced};
use std::collections::HashMap;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Who a process is, by its descent; cells are numbered in the order in which they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    Client,
    Guardian,
    Supervisor,
    /// Process 1 of a cell.
    Init(u32),
    /// What becomes the program.
    Launcher(u32),
    /// The program, from its first instruction on.
    Program(u32),
    /// What the program starts.
    Descendant,
}

/// Who is killed, and before which of its system calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blow {
    pub(crate) role: Role,
    pub(crate) step: u32,
}

/// What the tracer does beside looking.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed {
    /// Kills a process.
    Strike(Blow),
    /// Holds process 1 of the first cell before it gives up its capabilities, until its launcher waits
    /// for that, or goes on without.
    HoldProcessOne,
    /// Holds the supervisor's loop, once there is a program and until that is dead, as a host may that has
    /// no CPU for it.
    HoldLoop,
}

/// What became of the command.
#[derive(Debug)]
pub(crate) struct Aftermath {
    /// Whether a program was executed beside a process 1 that was held.
    pub(crate) ran_beside: bool,
    /// Whether the blow fell, or process 1 was held; otherwise whoever it was for ended before.
    pub(crate) fell: bool,
    /// The number of the call that it fell before.
    pub(crate) call: Option<u64>,
    /// How the program ended while the loop was held.
    pub(crate) ended_meanwhile: Option<Exit>,
    /// How the command itself ended.
    pub(crate) exit: Exit,
    pub(crate) stdout: String,
    #[allow(dead_code, reason = "printed where a test fails")]
    pub(crate) stderr: String,
    /// The calls of the role in question, in their order, up to the blow.
    pub(crate) calls: Vec<u64>,
    /// Calls of the client before there was a guardian: until then it has nothing to leave.
    pub(crate) alone: u32,
    /// The guardian's process id, where there was one.
    pub(crate) guardian: Option<i32>,
}

struct Process {
    role: Role,
    steps: u32,
}

struct Tree {
    client: i32,
    deed: Deed,
    fell: bool,
    held: Option<i32>,
    /// The last call of the supervisor's first thread is a poll.
    loop_polls: bool,
    program_is_dead: bool,
    ran_beside: bool,
    call: Option<u64>,
    ended_meanwhile: Option<Exit>,
    cells: u32,
    /// By process id.
    processes: HashMap<i32, Process>,
    /// The process of each thread.
    threads: HashMap<i32, i32>,
    guardian: Option<i32>,
    calls: Vec<u64>,
    alone: u32,
}

const CAPSET: u64 = 126;
const FUTEX: u64 = 202;
const PPOLL: u64 = 271;

/// How long a command and all that it started may take to end.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs `command` under the tracer, and does the deed. Returns when every process of it is dead.
#[expect(clippy::zombie_processes, reason = "the tracer waits for every process of the tree")]
pub(crate) fn follow(command: &mut Command, deed: Deed) -> Aftermath {
    // The shell waits for a word, so that not a single call of the command is missed.
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"read go; exec "$0" "$@" </dev/null"#]).arg(command.get_program());
    shell.args(command.get_args());
    for (name, value) in command.get_envs() {
        shell.env(name, value.unwrap_or_default());
    }
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = shell.spawn().expect("a shell");
    let client = i32::try_from(child.id()).expect("a process id");
    sys::trace(client).expect("our child may be traced");
    let stdout = drain(child.stdout.take().expect("a pipe"));
    let stderr = drain(child.stderr.take().expect("a pipe"));
    child.stdin.take().expect("a pipe").write_all(b"go\n").expect("it waits");
    let over = watch(&child);
    let mut tree = Tree {
        client,
        deed,
        fell: false,
        held: None,
        loop_polls: false,
        program_is_dead: false,
        ran_beside: false,
        call: None,
        ended_meanwhile: None,
        cells: 0,
        processes: HashMap::new(),
        threads: HashMap::new(),
        guardian: None,
        calls: Vec::new(),
        alone: 0,
    };
    let exit = tree.follow();
    drop(over);
    let text = |output: mpsc::Receiver<String>| output.recv().expect("it was read");
    Aftermath {
        ran_beside: tree.ran_beside,
        fell: tree.fell,
        call: tree.call,
        ended_meanwhile: tree.ended_meanwhile,
        exit: exit.expect("the command ended"),
        stdout: text(stdout),
        stderr: text(stderr),
        calls: tree.calls,
        alone: tree.alone,
        guardian: tree.guardian,
    }
}

fn drain(mut from: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        sender.send(String::from_utf8_lossy(&bytes).into_owned())
    });
    receiver
}

/// Aborts the test where not all is over in time: then somebody hangs. The tracer's death kills all.
fn watch(child: &Child) -> mpsc::Sender<()> {
    let (sender, receiver) = mpsc::channel::<()>();
    let client = child.id();
    std::thread::spawn(move || {
        if receiver.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
            eprintln!("a process of the command {client} hangs");
            std::process::abort();
        }
    });
    sender
}

impl Tree {
    /// Follows all until the last is dead; returns how the client ended.
    fn follow(&mut self) -> Option<Exit> {
        let mut exit = None;
        while let Ok((thread, what)) = sys::wait_traced() {
            let mut signal = 0;
            match what {
                Traced::Ended(how) => {
                    if thread == self.client {
                        exit = Some(how);
                    }
                    let role = self.processes.get(&thread).map(|known| known.role);
                    if matches!(self.deed, Deed::HoldLoop) && role == Some(Role::Program(1)) {
                        self.program_is_dead = true;
                        self.ended_meanwhile = self.held.map(|_| how);
                        self.release();
                    }
                    self.threads.remove(&thread);
                    continue;
                }
                Traced::SystemCall => self.step(thread),
                Traced::Executed => self.executed(thread),
                Traced::Stopped => self.meet(thread),
                Traced::Signal(number) => signal = number,
            }
            // Whoever was killed meanwhile cannot go on.
            if self.held != Some(thread) {
                let _ = sys::resume_traced(thread, self.looks(), signal);
            }
        }
        exit
    }

    /// Whether calls are still of interest.
    fn looks(&self) -> bool {
        !self.fell || self.held.is_some()
    }

    /// Whether this is the loop of the supervisor, and it has been waiting since there is a program and is
    /// woken. While it waits it holds no lock.
    fn is_loops_turn(&self, process: i32) -> bool {
        let role = |process: &Process| process.role;
        matches!(self.deed, Deed::HoldLoop)
            && !self.fell
            && self.loop_polls
            && !self.program_is_dead
            && self.processes.get(&process).map(role) == Some(Role::Supervisor)
            && self.processes.values().map(role).any(|role| role == Role::Program(1))
    }

    /// Lets whoever is held go on.
    fn release(&mut self) {
        if let Some(thread) = self.held.take() {
            let _ = sys::resume_traced(thread, false, 0);
        }
    }

    /// Notes who a thread is, when it is first seen.
    fn meet(&mut self, thread: i32) {
        if self.threads.contains_key(&thread) || !self.looks() {
            return;
        }
        let status = std::fs::read_to_string(format!("/proc/{thread}/status")).unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|text| text.trim().parse::<i32>().ok()).unwrap_or(0)
        };
        let process = field("Tgid:");
        self.threads.insert(thread, process);
        if self.processes.contains_key(&process) {
            return;
        }
        let parent = self.processes.get(&field("PPid:")).map(|parent| parent.role);
        let role = match parent {
            None => Role::Client,
            Some(Role::Client) => {
                self.guardian = Some(process);
                self.alone = self.processes.get(&self.client).map_or(0, |client| client.steps);
                Role::Guardian
            }
            Some(Role::Guardian) => Role::Supervisor,
            Some(Role::Supervisor) => {
                self.cells += 1;
                Role::Init(self.cells)
            }
            Some(Role::Init(cell)) => Role::Launcher(cell),
            Some(_) => Role::Descendant,
        };
        self.processes.insert(process, Process { role, steps: 0 });
    }

    fn executed(&mut self, thread: i32) {
        self.meet(thread);
        let Some(process) = self.processes.get_mut(&thread) else { return };
        match process.role {
            // The steps of the shell before it are nobody's.
            Role::Client => {
                process.steps = 0;
                self.calls.clear();
            }
            Role::Launcher(cell) => {
                *process = Process { role: Role::Program(cell), steps: 0 };
                if cell == 1 {
                    self.ran_beside |= self.held.is_some();
                    self.release();
                }
            }
            _ => {}
        }
    }

    /// One stop at a call: at its entry, and on its turn, the blow falls.
    fn step(&mut self, thread: i32) {
        self.meet(thread);
        let Some(&process) = self.threads.get(&thread) else { return };
        // The kernel says which it is: stops that are counted by two go wrong where the first is an exit.
        let call = sys::traced_call(thread);
        if call.is_none() && thread == process && self.is_loops_turn(process) {
            self.fell = true;
            self.held = Some(thread);
        }
        let Some(call) = call.filter(|_| self.looks()) else { return };
        let Some(known) = self.processes.get_mut(&process) else { return };
        known.steps += 1;
        let role = known.role;
        match self.deed {
            Deed::Strike(blow) if role == blow.role => {
                self.calls.push(call);
                if known.steps == blow.step {
                    self.fell = true;
                    self.call = Some(call);
                    sys::send_signal(process, 9).expect("it stands before us");
                }
            }
            Deed::HoldLoop if role == Role::Supervisor && thread == process => {
                self.loop_polls = call == PPOLL;
            }
            Deed::HoldProcessOne if role == Role::Init(1) && call == CAPSET => {
                self.fell = true;
                self.held = Some(thread);
            }
            Deed::HoldProcessOne if role == Role::Launcher(1) && call == FUTEX => {
                self.release();
            }
            _ => {}
        }
    }
}
