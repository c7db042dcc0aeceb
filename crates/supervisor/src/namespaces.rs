//! The lane's own namespaces, made once.

use sandglass_sys::{self as sys, Errno, Namespaces};
use std::fs;

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
pub(crate) fn enter(user: u32, group: u32) -> Result<LaneNamespaces, Failure> {
    let outside = (sys::effective_user(), sys::effective_group());
    let step = |what, result: Result<(), Errno>| result.map_err(|errno| Failure(what, errno));
    // The maps are opened through /proc, whose files belong to root for a process that is not dumpable.
    step("prctl PR_SET_DUMPABLE", sys::set_dumpable(true))?;
    let mut made = Namespaces::USER
        | Namespaces::MOUNT
        | Namespaces::NETWORK
        | Namespaces::IPC
        | Namespaces::HOST_NAME;
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
    let mut clock_behind = 0;
    // Kernels before 5.6 have none; then the clocks of the host are seen, which is reported.
    if sys::unshare(Namespaces::TIME).is_ok() {
        made = made | Namespaces::TIME;
        let now = sys::monotonic_nanoseconds() / 1_000_000_000;
        let uptime = fs::read_to_string("/proc/uptime").unwrap_or_default();
        let boot: u64 =
            uptime.split('.').next().and_then(|seconds| seconds.parse().ok()).unwrap_or(now);
        let offsets = format!("monotonic -{now} 0\nboottime -{} 0\n", boot.min(now));
        if write("/proc/self/timens_offsets", &offsets).is_ok() {
            clock_behind = now * 1_000_000_000;
        }
    }
    step("dropping the bounding set", sys::drop_bounding_set())?;
    step("locking secure bits", sys::lock_secure_bits())?;
    Ok(LaneNamespaces { made, clock_behind })
}

/// The host name that needs no namespace per run.
pub(crate) fn lane_host_name() -> &'static [u8] {
    b"sandglass"
}
