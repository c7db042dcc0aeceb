//! What to run.

use crate::{Error, Limits, Policy, View};
use sandglass_wire as wire;
use std::ffi::{OsStr, OsString};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Standard input of a run.
#[derive(Clone, Debug, Default)]
pub enum Input {
    /// `/dev/null`.
    #[default]
    Null,
    /// This open file.
    Descriptor(Arc<OwnedFd>),
}

/// Standard output or error of a run.
#[derive(Clone, Debug, Default)]
pub enum Output {
    /// `/dev/null`.
    #[default]
    Null,
    /// This open file.
    Descriptor(Arc<OwnedFd>),
    /// A memory file that comes with the outcome; bytes beyond `limit` are dropped.
    Capture {
        /// The most bytes that are kept.
        limit: u64,
    },
}

/// The program of a request.
#[derive(Clone, Debug)]
enum Program {
    Path(PathBuf),
    Descriptor(Arc<OwnedFd>),
}

/// One run, to be.
#[derive(Clone, Debug)]
pub struct Request {
    program: Program,
    arguments: Vec<OsString>,
    environment: Vec<Vec<u8>>,
    directory: PathBuf,
    stdin: Input,
    stdout: Output,
    stderr: Output,
    limits: Limits,
    view: View,
    policy: Option<Arc<Policy>>,
    copy_in: Vec<(Arc<OwnedFd>, PathBuf, u32)>,
    inherited: Vec<Arc<OwnedFd>>,
    copy_out: Vec<(PathBuf, u64)>,
    count_instructions: bool,
    software_counter: bool,
    core_scheduling: bool,
    lane_session: bool,
    leave_out_waits: bool,
    announce: bool,
}

/// The policy `program`, read once for a process.
fn default_policy() -> Arc<Policy> {
    static POLICY: OnceLock<Arc<Policy>> = OnceLock::new();
    let read = || {
        // A test reads every policy that is built in, so this one can be read.
        #[allow(clippy::expect_used)]
        Arc::new(Policy::builtin("program").expect("the built-in policy is well-formed"))
    };
    Arc::clone(POLICY.get_or_init(read))
}

impl Request {
    /// Runs the program at `path` inside. Its name is its first argument.
    pub fn new(path: impl Into<PathBuf>) -> Request {
        let path = path.into();
        let name = path.clone().into_os_string();
        Request::with(Program::Path(path), name)
    }

    /// Runs an open file. A script cannot be run so: its interpreter could not open it.
    pub fn from_descriptor(program: Arc<OwnedFd>, name: &str) -> Request {
        Request::with(Program::Descriptor(program), name.into())
    }

    fn with(program: Program, name: OsString) -> Request {
        Request {
            program,
            arguments: vec![name],
            environment: Vec::new(),
            directory: PathBuf::from("/"),
            stdin: Input::Null,
            stdout: Output::Null,
            stderr: Output::Null,
            limits: Limits::default(),
            view: View::system(),
            policy: Some(default_policy()),
            copy_in: Vec::new(),
            inherited: Vec::new(),
            copy_out: Vec::new(),
            count_instructions: false,
            software_counter: false,
            core_scheduling: false,
            lane_session: false,
            leave_out_waits: false,
            announce: false,
        }
    }

    /// Adds an argument.
    pub fn argument(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    /// Adds arguments.
    pub fn arguments<I, S>(mut self, arguments: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: AsRef<OsStr>,
    {
        self.arguments.extend(arguments.into_iter().map(|argument| argument.as_ref().to_owned()));
        self
    }

    /// Runs with no argument at all, not even a name.
    pub fn no_arguments(mut self) -> Self {
        self.arguments.clear();
        self
    }

    /// Adds a variable to the environment, which is empty at first.
    pub fn environment(mut self, key: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        let mut text = key.as_ref().as_bytes().to_vec();
        text.push(b'=');
        text.extend_from_slice(value.as_ref().as_bytes());
        self.environment.push(text);
        self
    }

    /// Working directory inside; `/` by default.
    pub fn directory(mut self, path: impl Into<PathBuf>) -> Self {
        self.directory = path.into();
        self
    }

    /// Standard input.
    pub fn stdin(mut self, input: Input) -> Self {
        self.stdin = input;
        self
    }

    /// Standard output.
    pub fn stdout(mut self, output: Output) -> Self {
        self.stdout = output;
        self
    }

    /// Standard error.
    pub fn stderr(mut self, output: Output) -> Self {
        self.stderr = output;
        self
    }

    /// Limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Limits, to change.
    pub fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// What it sees; [`View::system`] by default.
    pub fn view(mut self, view: View) -> Self {
        self.view = view;
        self
    }

    /// Changes what it sees.
    pub fn shape(mut self, change: impl FnOnce(View) -> View) -> Self {
        self.view = change(self.view);
        self
    }

    /// Pins it to these CPUs, whatever it sees.
    pub fn cpus(mut self, cpus: &[usize]) -> Self {
        self.view = self.view.cpus(cpus);
        self
    }

    /// What it may do; the policy `program` by default.
    ///
    /// A policy that many requests share (an `Arc`) is translated for the kernel once a lane.
    pub fn policy(mut self, policy: impl Into<Arc<Policy>>) -> Self {
        self.policy = Some(policy.into());
        self
    }

    /// Without a policy: the other walls stay. Namespaces in which a program could then leave something
    /// are made anew for the run.
    pub fn without_policy(mut self) -> Self {
        self.policy = None;
        self
    }

    /// Puts a copy of an open file at `path` inside before the program starts.
    pub fn copy_in(mut self, source: Arc<OwnedFd>, path: impl AsRef<Path>, mode: u32) -> Self {
        self.copy_in.push((source, path.as_ref().to_owned(), mode));
        self
    }

    /// Lets the program inherit an open file beside its standard streams: the first one as descriptor
    /// [`FIRST_INHERITED`](crate::FIRST_INHERITED), the next one as the number after it, and so on. What
    /// the program can do with it, it can do whatever the view is.
    pub fn inherit(mut self, descriptor: Arc<OwnedFd>) -> Self {
        self.inherited.push(descriptor);
        self
    }

    /// Hands out the regular file at `path` inside after the run, through no link.
    pub fn copy_out(mut self, path: impl AsRef<Path>, limit: u64) -> Self {
        self.copy_out.push((path.as_ref().to_owned(), limit));
        self
    }

    /// Counts instructions, where the machine and the kernel let us.
    pub fn count_instructions(mut self, on: bool) -> Self {
        self.count_instructions = on;
        self
    }

    /// Counts page faults in the place of instructions: the same path, for machines without counters.
    pub fn software_counter(mut self, on: bool) -> Self {
        self.count_instructions = on;
        self.software_counter = on;
        self
    }

    /// Asks for a core-scheduling cookie of its own.
    pub fn core_scheduling(mut self, on: bool) -> Self {
        self.core_scheduling = on;
        self
    }

    /// Leaves out of the wall limit what the program waited for a CPU, up to nine times the limit.
    ///
    /// On a machine with other work a program may be able to run for much of its wall time and not be
    /// let; that says nothing about the program. At the limit the kernel is asked for the longest such
    /// wait of a living thread, and the run goes on for so much longer. The time that is reported is the
    /// whole.
    #[must_use]
    pub fn leave_out_waits(mut self, on: bool) -> Self {
        self.leave_out_waits = on;
        self
    }

    /// Whether the program stays in the lane's session, however many threads it may have; by default
    /// only one that is limited to a single thread does. For programs that talk to a peer all the time:
    /// kernels with automatic scheduling groups make each session one, and a switch between two of them
    /// costs more. The lane's session has no terminal, and the program leads a process group either way.
    pub fn lane_session(mut self, on: bool) -> Self {
        self.lane_session = on;
        self
    }

    /// Tells the program's process id when the run starts: [`crate::Run::process`].
    pub fn announce(mut self, on: bool) -> Self {
        self.announce = on;
        self
    }

    pub(crate) fn policy_of(&self) -> Option<&Arc<Policy>> {
        self.policy.as_ref()
    }

    /// The view with the namespaces that the policy makes necessary.
    pub(crate) fn view_of(&self) -> View {
        let mut view = self.view.clone();
        let (user, ipc, network) = match &self.policy {
            None => (true, true, true),
            Some(policy) => {
                let facts = policy.facts();
                (
                    facts.keyrings || facts.namespaces,
                    facts.sysv_ipc || facts.posix_mq,
                    facts.sockets,
                )
            }
        };
        view = view.fresh_namespaces(user, ipc, network);
        view.wire.user_namespaces =
            self.policy.as_ref().is_some_and(|policy| policy.facts().namespaces);
        view
    }

    pub(crate) fn to_wire(
        &self,
        id: u64,
        view: u8,
        policy: Option<u8>,
    ) -> Result<(wire::Run, Vec<BorrowedFd<'_>>), Error> {
        let mut descriptors = Vec::new();
        if let Input::Descriptor(descriptor) = &self.stdin {
            descriptors.push(descriptor.as_fd());
        }
        let output = |output: &'_ Output| match output {
            Output::Null => wire::Output::Null,
            Output::Descriptor(_) => wire::Output::Descriptor,
            Output::Capture { limit } => wire::Output::Capture(*limit),
        };
        let (stdout, stderr) = (output(&self.stdout), output(&self.stderr));
        for stream in [&self.stdout, &self.stderr] {
            if let Output::Descriptor(descriptor) = stream {
                descriptors.push(descriptor.as_fd());
            }
        }
        let executable = match &self.program {
            Program::Path(path) if path.as_os_str().is_empty() => {
                return Err(Error::Invalid("the program's path is empty".to_owned()));
            }
            Program::Path(path) => wire::Executable::Path(path.clone().into_os_string().into_vec()),
            Program::Descriptor(descriptor) => {
                descriptors.push(descriptor.as_fd());
                wire::Executable::Descriptor
            }
        };
        descriptors.extend(self.copy_in.iter().map(|(source, ..)| source.as_fd()));
        descriptors.extend(self.inherited.iter().map(AsFd::as_fd));
        let path = |path: &Path| path.as_os_str().as_bytes().to_vec();
        let run = wire::Run {
            id,
            view,
            policy,
            executable,
            arguments: self.arguments.iter().map(|text| text.as_bytes().to_vec()).collect(),
            environment: self.environment.clone(),
            directory: path(&self.directory),
            stdin: matches!(self.stdin, Input::Descriptor(_)),
            stdout,
            stderr,
            limits: self.limits.to_wire(),
            copy_in: self
                .copy_in
                .iter()
                .map(|(_, target, mode)| wire::CopyIn { path: path(target), mode: *mode })
                .collect(),
            inherited: u8::try_from(self.inherited.len())
                .map_err(|_| Error::Invalid("too many inherited descriptors".to_owned()))?,
            copy_out: self
                .copy_out
                .iter()
                .map(|(source, limit)| wire::CopyOut { path: path(source), limit: *limit })
                .collect(),
            count_instructions: self.count_instructions,
            software_counter: self.software_counter,
            core_scheduling: self.core_scheduling,
            lane_session: self.lane_session,
            leave_out_waits: self.leave_out_waits,
            announce: self.announce,
        };
        Ok((run, descriptors))
    }
}
