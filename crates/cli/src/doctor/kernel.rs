//! The kernel itself: its age, seccomp, Landlock.

use super::check::{Check, Level};
use super::host::Host;

/// `cgroup.kill` is the newest thing that we cannot do without.
const OLDEST: (u32, u32) = (5, 14);
/// From here on `memory.peak` tells the peak of a cgroup v2.
const WITH_MEMORY_PEAK: (u32, u32) = (5, 19);
/// The version of Landlock that also keeps signals and abstract sockets in.
const LANDLOCK_SCOPES: u32 = 6;

pub(super) fn checks(host: &Host) -> Vec<Check> {
    let seccomp = sandglass_sys::seccomp_actions_available();
    vec![version(host), filters(seccomp), landlock(sandglass_sys::landlock_abi().ok(), host)]
}

fn version(host: &Host) -> Check {
    let subject = "kernel";
    let release = host.text("proc/sys/kernel/osrelease").unwrap_or_default();
    let upgrade = "install a newer kernel, such as the one of your distribution's backports";
    match host.kernel() {
        None => Check::new(subject, Level::Weaker, "unknown", "/proc is not readable"),
        Some(version) if version < OLDEST => {
            let meaning = "cgroup.kill and other calls that the sandbox is built on are missing";
            Check::new(subject, Level::Missing, release, meaning).raise(upgrade)
        }
        Some(version) if version < WITH_MEMORY_PEAK => {
            let meaning = "cgroup v2 does not tell the peak memory of a run before 5.19";
            Check::new(subject, Level::Weaker, release, meaning).raise(upgrade)
        }
        Some(_) => Check::new(subject, Level::Ok, release, ""),
    }
}

/// `(filters, reports to a listener)`.
fn filters(available: (bool, bool)) -> Check {
    let subject = "seccomp";
    match available {
        (true, true) => Check::new(subject, Level::Ok, "filters, user notification", ""),
        (true, false) => {
            let meaning = "the system call of a policy violation cannot be named";
            Check::new(subject, Level::Weaker, "filters only", meaning)
        }
        (false, _) => {
            let meaning = "no policy can be enforced; the kernel lacks CONFIG_SECCOMP_FILTER, or \
                           what started us forbids it";
            Check::new(subject, Level::Missing, "none", meaning)
        }
    }
}

fn landlock(version: Option<u32>, host: &Host) -> Check {
    let subject = "Landlock";
    match version {
        Some(version) if version >= LANDLOCK_SCOPES => {
            Check::new(subject, Level::Ok, format!("version {version}"), "")
        }
        Some(version) => {
            let meaning = "the second wall stands around files, but not yet around signals and \
                           abstract sockets (version 6, kernel 6.12); namespaces keep those in";
            Check::new(subject, Level::Note, format!("version {version}"), meaning)
        }
        None => {
            let modules = host.text("sys/kernel/security/lsm").unwrap_or_default();
            let meaning = "the second wall around the file tree is missing; the first one, the \
                           mount namespace, stands";
            let found = if modules.is_empty() {
                "none".to_owned()
            } else {
                format!("none (security modules: {modules})")
            };
            let names = if modules.is_empty() { "landlock,lockdown,yama" } else { &modules };
            let parameter = format!("lsm=landlock,{}", names.trim_start_matches("landlock,"));
            Check::new(subject, Level::Weaker, found, meaning)
                .raise(format!("add the kernel parameter {parameter} and start again"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::host::tests::made_of;
    use super::*;

    #[test]
    fn the_age_of_the_kernel_decides() {
        let level = |release: &str| {
            let (_directory, host) = made_of(&[("proc/sys/kernel/osrelease", release)]);
            version(&host).level
        };
        assert_eq!(level("5.10.0-30-amd64"), Level::Missing);
        assert_eq!(level("5.15.0"), Level::Weaker);
        assert_eq!(level("6.1.0-21-amd64"), Level::Ok);
    }

    #[test]
    fn landlock_keeps_the_modules_that_are_on() {
        let (_directory, host) = made_of(&[("sys/kernel/security/lsm", "capability,apparmor")]);
        let check = landlock(None, &host);
        assert_eq!(check.level, Level::Weaker);
        assert!(check.raise[0].contains("lsm=landlock,capability,apparmor"), "{check:?}");
        assert_eq!(landlock(Some(3), &host).level, Level::Note);
        assert_eq!(landlock(Some(7), &host).level, Level::Ok);
    }

    #[test]
    fn filters_are_needed_and_reports_are_wanted() {
        assert_eq!(filters((true, true)).level, Level::Ok);
        assert_eq!(filters((true, false)).level, Level::Weaker);
        assert_eq!(filters((false, false)).level, Level::Missing);
    }
}
