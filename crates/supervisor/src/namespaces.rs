//! The lane's own namespaces, made once.

use sandglass_sys::{self as sys, Errno, Namespaces, OpenHow};
use sandglass_wire::{Switch, Switches};
use std::fs;
use std::os::fd::{AsFd, OwnedFd};

/// What was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneNamespaces {
    pub(crate) made: Namespaces,
    /// Nanoseconds that a cell's monotonic clock is behind the supervisor's.
    pub(crate) clock_behind: u64,
}

/// Why a lane has no namespaces: what was being done, and the error.
pub(crate) struct Failure(pub(crate) &'static str, pub(crate) Errno);

fn write(path: &str, text: &str) -> Result<(), Errno> {
    fs::write(path, text).map_err(|error| Errno(error.raw_os_error().unwrap_or(5)))
}

/// Moves the calling process, which must have one thread, into the lane's namespaces, as `user` and
/// `group` inside.
pub(crate) fn enter(user: u32, group: u32, off: Switches) -> Result<LaneNamespaces, Failure> {
    let outside = (sys::effective_user(), sys::effective_group());
    let step = |what, result: Result<(), Errno>| result.map_err(|errno| Failure(what, errno));
    // The maps are opened through /proc, whose files belong to root for a process that is not dumpable.
    step("prctl PR_SET_DUMPABLE", sys::set_dumpable(true))?;
    let mut made = Namespaces::USER
        | Namespaces::MOUNT
        | Namespaces::NETWORK
        | Namespaces::IPC
        | Namespaces::HOST_NAME;
    if off.contains(Switch::NetworkNamespace) {
        made = made.without(Namespaces::NETWORK);
    }
    step("unshare of the user namespace", sys::unshare(Namespaces::USER))?;
    step("writing setgroups", write("/proc/self/setgroups", "deny"))?;
    step("writing uid_map", write("/proc/self/uid_map", &format!("{user} {} 1", outside.0)))?;
    step("writing gid_map", write("/proc/self/gid_map", &format!("{group} {} 1", outside.1)))?;
    step(
        "unshare of mount, network, IPC and UTS namespaces",
        sys::unshare(made.without(Namespaces::USER)),
    )?;
    step("sethostname", sys::set_host_name(lane_host_name()))?;
    step("setdomainname", sys::set_domain_name(b""))?;
    // What the host mounts and unmounts is followed; what happens here never leaves.
    const SLAVE: u64 = 1 << 19;
    const RECURSIVE: u64 = 1 << 14;
    step("mount propagation", sys::mount_plain(c"none", c"/", c"", SLAVE | RECURSIVE, c""))?;
    if !off.contains(Switch::Capabilities) {
        step("dropping the bounding set", sys::drop_bounding_set())?;
        step("locking secure bits", sys::lock_secure_bits())?;
    }
    Ok(LaneNamespaces { made, clock_behind: 0 })
}

/// How many user namespaces may be made inside of the lane's: none, but while the supervisor makes one
/// itself or where a view allows them. A cell's processes have no capability, and a user namespace of
/// their own would give them all that there are, with all the parts of the kernel that ask for one.
#[derive(Debug)]
pub(crate) struct UserNamespaceLimit {
    /// `None` where it cannot be written, as in containers whose `/proc/sys` is read-only.
    file: Option<OwnedFd>,
    open: bool,
}

impl UserNamespaceLimit {
    /// Takes hold of the limit of the calling process' user namespace; leaves it as it is where it is
    /// switched off.
    pub(crate) fn new(off: Switches) -> Self {
        let wanted = !off.contains(Switch::UserNamespaceLimit);
        let file =
            wanted.then(|| sys::open(None, c"/proc/sys/user/max_user_namespaces", OpenHow::WRITE));
        let mut limit = Self { file: file.and_then(Result::ok), open: true };
        limit.set(false);
        limit
    }

    /// Whether there is such a limit.
    pub(crate) fn is_held(&self) -> bool {
        self.file.is_some()
    }

    /// Lets user namespaces be made from now on, or not.
    pub(crate) fn set(&mut self, open: bool) {
        if open == self.open {
            return;
        }
        let text: &[u8] = if open { b"1024" } else { b"0" };
        self.open = open;
        if let Some(file) = &self.file
            && sys::write_at(file.as_fd(), text, 0).is_err()
        {
            self.file = None;
        }
    }
}

/// The clocks of a time namespace that begin where the lane does, so that no program reads how long
/// the host has been running.
#[derive(Clone, Debug)]
pub(crate) struct TimeOffsets {
    text: String,
    /// Nanoseconds that the monotonic clock is behind the host's.
    pub(crate) behind: u64,
}

impl TimeOffsets {
    /// Offsets that make now the beginning.
    pub(crate) fn now() -> Self {
        let now = sys::monotonic_nanoseconds() / 1_000_000_000;
        let uptime = fs::read_to_string("/proc/uptime").unwrap_or_default();
        let boot: u64 =
            uptime.split('.').next().and_then(|seconds| seconds.parse().ok()).unwrap_or(now);
        TimeOffsets {
            text: format!("monotonic -{now} 0\nboottime -{} 0\n", boot.min(now)),
            behind: now * 1_000_000_000,
        }
    }

    /// Has the children of the calling thread live in a new time namespace with these offsets. It is
    /// made by each thread that clones: kernels before 6.3 let no thread start after it is made. False
    /// where there is none (kernels before 5.6), which is reported.
    pub(crate) fn enter(&self) -> bool {
        sys::unshare(Namespaces::TIME).is_ok()
            // By the thread's number: `/proc/thread-self` does not have this file.
            && write(&format!("/proc/{}/timens_offsets", sys::thread_id()), &self.text).is_ok()
    }
}

/// The host name that needs no namespace per run.
pub(crate) fn lane_host_name() -> &'static [u8] {
    b"sandglass"
}
