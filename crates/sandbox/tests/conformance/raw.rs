//! A client that speaks the wire protocol itself, to say what the library never would.

use sandglass_sys as sys;
use sandglass_wire::{
    BackendChoice, Command, Executable, FreshNamespaces, Hello, INLINE_BYTES, Limits, Network,
    Output, Reply, Root, Run, Switches, View, receive_frame, send_frame,
};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, Stdio};

/// A supervisor and our end of its socket.
pub(crate) struct Raw {
    socket: Option<OwnedFd>,
    guardian: Child,
}

/// The supervisor's program as the library's build made it.
pub(crate) const SUPERVISOR: &str = env!("SANDGLASS_SUPERVISOR");

/// A greeting that works on this host.
pub(crate) fn hello() -> Hello {
    Hello {
        version: Hello::VERSION,
        backend: BackendChoice::AllowWeaker,
        root: Root { user: 65_534, group: 65_534 },
        cpus: Vec::new(),
        build_ahead: false,
        inside_user: 1000,
        inside_group: 1000,
        switched_off: Switches::default(),
    }
}

/// The host's own tree: no test here is about files.
pub(crate) fn host_view() -> View {
    View {
        operations: Vec::new(),
        writable_root: false,
        root_size: None,
        root_inodes: None,
        host_root: true,
        user: 1000,
        group: 1000,
        host_name: b"sandglass".to_vec(),
        network: Network::None,
        fresh: FreshNamespaces::default(),
        user_namespaces: false,
        cpus: Vec::new(),
        landlock: false,
    }
}

/// `/bin/true` in view 0.
pub(crate) fn run(id: u64, policy: Option<u8>) -> Run {
    Run {
        id,
        view: 0,
        policy,
        executable: Executable::Path(b"/bin/true".to_vec()),
        arguments: vec![b"true".to_vec()],
        environment: Vec::new(),
        directory: b"/".to_vec(),
        stdin: false,
        stdout: Output::Null,
        stderr: Output::Null,
        limits: Limits::default(),
        copy_in: Vec::new(),
        inherited: 0,
        copy_out: Vec::new(),
        count_instructions: false,
        software_counter: false,
        core_scheduling: false,
        lane_session: false,
        leave_out_waits: false,
        announce: false,
    }
}

impl Raw {
    /// Starts a supervisor under `command`, whose last argument is to be its program.
    ///
    /// Takes `command`, because that holds the supervisor's end of the socket for as long as it lives,
    /// and then nobody would learn of a supervisor that is gone.
    pub(crate) fn start(mut command: std::process::Command) -> Raw {
        let (ours, theirs) = sys::socket_pair().expect("a socket");
        let guardian = command
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the supervisor starts");
        Raw { socket: Some(ours), guardian }
    }

    /// A lane that is ready, with view 0.
    pub(crate) fn ready() -> Raw {
        let mut raw = Raw::start(std::process::Command::new(SUPERVISOR));
        raw.send(&Command::Hello(hello()));
        let reply = raw.reply();
        assert!(matches!(reply, Some(Reply::Ready(_))), "{reply:?}");
        raw.send(&Command::View { slot: 0, view: host_view() });
        raw
    }

    fn socket(&self) -> BorrowedFd<'_> {
        self.socket.as_ref().expect("open").as_fd()
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, command: &Command) {
        self.send_bytes(&command.encode(), &[]);
    }

    /// Sends any bytes.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) {
        send_frame(self.socket(), bytes, descriptors, true).expect("sent");
    }

    /// Sends bytes as one message whatever their number.
    #[allow(dead_code, reason = "for the robustness tests, which share this file")]
    pub(crate) fn send_oversized(&mut self, bytes: &[u8]) {
        sys::send(self.socket(), &[bytes], &[], true).expect("sent");
    }

    /// The next reply; `None` where the supervisor is gone.
    pub(crate) fn reply(&mut self) -> Option<Reply> {
        let mut buffer = vec![0; INLINE_BYTES];
        let frame = receive_frame(self.socket(), &mut buffer, true).ok()??;
        Some(Reply::decode(&frame.bytes).expect("a well-formed reply"))
    }

    /// Ends the conversation. Returns the guardian's exit code.
    pub(crate) fn end(&mut self) -> Option<i32> {
        self.socket = None;
        self.guardian.wait().expect("waited").code()
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        self.socket = None;
        let _ = self.guardian.wait();
    }
}
