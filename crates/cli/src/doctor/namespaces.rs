//! Namespaces: whether an unprivileged process may make them, tried for real in a child.
//!
//! The child is this same program in a hidden mode. Only a process of one thread can enter a new
//! user namespace, and root has to become the ordinary user first that a supervisor would be.

use std::fs;
use std::os::fd::AsFd;
use std::process::{Command, ExitCode, Stdio};

use clap::ValueEnum;
use sandglass_sys::{self as sys, CloneFlags, Errno, Exit, MountAttributes, Namespaces};

use super::check::{Check, Level};
use super::host::Host;

/// Who a supervisor becomes that root starts.
const NOBODY: u32 = 65534;

/// Try one thing that the doctor wants to know, in a process of its own
#[derive(Debug, clap::Args)]
pub(crate) struct ProbeArguments {
    /// What to try
    #[arg(value_enum)]
    attempt: Attempt,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Attempt {
    /// A user namespace, a mapping, and a right in it
    User,
    /// A time namespace
    Time,
    /// A /proc of its own
    Proc,
}

/// Where an attempt failed; the exit status of the child is the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Possible = 0,
    /// The namespace cannot be made.
    Refused = 10,
    /// It can be made, but not mapped.
    NoMapping = 11,
    /// It can be made and mapped, but gives no rights: a security module took them away.
    NoRights = 12,
    /// Root may not become the ordinary user that would make it.
    NoDrop = 13,
    /// The attempt could not be made.
    Unknown = 14,
}

/// The child's side.
pub(crate) fn probe(arguments: &ProbeArguments) -> ExitCode {
    let verdict = attempt(arguments.attempt);
    ExitCode::from(verdict as u8)
}

fn attempt(attempt: Attempt) -> Verdict {
    if sys::is_root() {
        let dropped = sys::drop_to_user(NOBODY, NOBODY)
            // A change of user makes /proc/self root's.
            .and_then(|()| sys::set_dumpable(true));
        match dropped {
            Ok(()) => {}
            Err(Errno::EPERM) => return Verdict::NoDrop,
            Err(_) => return Verdict::Unknown,
        }
    }
    let (user, group) = (sys::effective_user(), sys::effective_group());
    if sys::unshare(Namespaces::USER).is_err() {
        return Verdict::Refused;
    }
    let mapped = fs::write("/proc/self/setgroups", "deny")
        .and_then(|()| fs::write("/proc/self/uid_map", format!("1000 {user} 1")))
        .and_then(|()| fs::write("/proc/self/gid_map", format!("1000 {group} 1")));
    if mapped.is_err() {
        return Verdict::NoMapping;
    }
    let wanted = match attempt {
        Attempt::User => {
            let others = Namespaces::MOUNT | Namespaces::HOST_NAME | Namespaces::IPC;
            others | Namespaces::NETWORK | Namespaces::PROCESS | Namespaces::CGROUP
        }
        Attempt::Time => Namespaces::TIME,
        Attempt::Proc => Namespaces::MOUNT,
    };
    let used = sys::unshare(wanted).and_then(|()| match attempt {
        Attempt::User => sys::set_host_name(b"sandglass"),
        Attempt::Time => Ok(()),
        Attempt::Proc => mount_proc(),
    });
    match used {
        Ok(()) => Verdict::Possible,
        Err(Errno::EPERM | Errno::EACCES) => Verdict::NoRights,
        Err(_) => Verdict::Refused,
    }
}

/// Mounts /proc as the first process of a new PID namespace: only such a process has one to show.
fn mount_proc() -> Result<(), Errno> {
    let flags =
        CloneFlags { namespaces: Namespaces::PROCESS, into_cgroup: None, want_descriptor: false };
    let (process, _) = sys::clone_with_copied_memory(flags, || {
        let mounted = sys::open_file_system(c"proc")
            .and_then(|context| sys::create_mount(context.as_fd(), MountAttributes::default()));
        sys::exit(mounted.err().map_or(0, |error| error.0))
    })?;
    match sys::wait_child(process, true)?.map(|event| event.exit) {
        Some(Exit::Code(0)) => Ok(()),
        Some(Exit::Code(number)) => Err(Errno(number)),
        _ => Err(Errno::ECHILD),
    }
}

pub(super) fn checks(host: &Host) -> Vec<Check> {
    let user = user_namespaces(ask("user"), host);
    if matches!(user.level, Level::Missing | Level::Weaker) {
        // The others are made inside of a user namespace.
        return vec![user];
    }
    vec![user, time_namespace(ask("time")), own_proc(ask("proc"), host)]
}

fn time_namespace(verdict: Verdict) -> Check {
    let subject = "time namespace";
    match verdict {
        Verdict::Possible => Check::new(subject, Level::Ok, "possible", ""),
        _ => {
            let meaning = "a program can read how long the host has been running";
            Check::new(subject, Level::Weaker, "not possible", meaning)
        }
    }
}

fn own_proc(verdict: Verdict, host: &Host) -> Check {
    let subject = "/proc of a run";
    if verdict == Verdict::Possible {
        return Check::new(subject, Level::Ok, "can be mounted", "");
    }
    let meaning = "nothing can be run with --proc, which some languages need; the kernel refuses \
                   it where parts of our own /proc are covered";
    let check = Check::new(subject, Level::Weaker, "cannot be mounted", meaning);
    if host.in_container() {
        check.raise("start the container with an uncovered /proc (docs/containers.md)")
    } else {
        check
    }
}

fn ask(attempt: &str) -> Verdict {
    let status = Command::new("/proc/self/exe")
        .args(["doctor-probe", attempt])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let verdicts = [
        Verdict::Possible,
        Verdict::Refused,
        Verdict::NoMapping,
        Verdict::NoRights,
        Verdict::NoDrop,
    ];
    let code = status.ok().and_then(|status| status.code());
    let verdict = verdicts.into_iter().find(|verdict| code == Some(*verdict as i32));
    verdict.unwrap_or(Verdict::Unknown)
}

fn user_namespaces(verdict: Verdict, host: &Host) -> Check {
    let subject = "user namespaces";
    let missing = |found: &str| {
        let meaning = "no sandbox can be built without privilege";
        Check::new(subject, Level::Missing, found, meaning)
    };
    let restricted =
        host.number("proc/sys/kernel/apparmor_restrict_unprivileged_userns") == Some(1);
    match verdict {
        Verdict::Possible => {
            Check::new(subject, Level::Ok, "an ordinary process can make and use them", "")
        }
        Verdict::NoDrop => Check::new(
            subject,
            Level::Missing,
            "could not be tried: root may not become an ordinary user here",
            "a supervisor never runs as root, so root has to be able to drop its rights",
        )
        .raise("start the container as an ordinary user, such as --user 1000")
        .raise("or give it the capabilities SETUID and SETGID"),
        Verdict::Unknown => Check::new(
            subject,
            Level::Weaker,
            "could not be tried",
            "no process could be started to try it as an ordinary user",
        ),
        Verdict::NoRights | Verdict::NoMapping if restricted => {
            missing("AppArmor takes the rights in them away (Ubuntu 23.10 and later)")
                .raise("# install -m 644 packaging/apparmor/sandglass /etc/apparmor.d/sandglass")
                .raise("# apparmor_parser --replace /etc/apparmor.d/sandglass")
        }
        _ if host.number("proc/sys/user/max_user_namespaces") == Some(0) => {
            missing("user.max_user_namespaces is 0")
                .raise("# sysctl -w user.max_user_namespaces=15000")
        }
        _ if host.number("proc/sys/kernel/unprivileged_userns_clone") == Some(0) => {
            missing("kernel.unprivileged_userns_clone is 0")
                .raise("# sysctl -w kernel.unprivileged_userns_clone=1")
        }
        _ if restricted => missing("AppArmor refuses them")
            .raise("# install -m 644 packaging/apparmor/sandglass /etc/apparmor.d/sandglass")
            .raise("# apparmor_parser --replace /etc/apparmor.d/sandglass"),
        // 2 is "a filter is installed", by whoever started us.
        _ if host.line("proc/self/status", "Seccomp:").as_deref() == Some("2") => {
            missing("refused, most likely by the container's seccomp profile")
                .raise("start the container with a profile that allows them (docs/containers.md)")
        }
        Verdict::NoRights => missing("they give no rights; a security module takes them away"),
        Verdict::NoMapping => missing("they cannot be mapped"),
        Verdict::Refused => {
            missing("refused by the kernel (CONFIG_USER_NS, a chroot, or a security module)")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::host::tests::made_of;
    use super::*;

    #[test]
    fn each_obstacle_has_its_own_way_up() {
        let cases = [
            (
                Verdict::NoRights,
                "proc/sys/kernel/apparmor_restrict_unprivileged_userns",
                "1",
                "apparmor_parser",
            ),
            (Verdict::Refused, "proc/sys/user/max_user_namespaces", "0", "max_user_namespaces="),
            (
                Verdict::Refused,
                "proc/sys/kernel/unprivileged_userns_clone",
                "0",
                "unprivileged_userns_clone=1",
            ),
            (Verdict::Refused, "proc/self/status", "Seccomp:\t2", "docs/containers.md"),
        ];
        for (verdict, file, text, expected) in cases {
            let (_directory, host) = made_of(&[(file, text)]);
            let check = user_namespaces(verdict, &host);
            assert_eq!(check.level, Level::Missing);
            assert!(check.raise.iter().any(|line| line.contains(expected)), "{check:?}");
            assert_eq!(user_namespaces(Verdict::NoDrop, &host).level, Level::Missing);
            // What works is never said to be broken, whatever the files say.
            assert_eq!(user_namespaces(Verdict::Possible, &host).level, Level::Ok);
        }
    }
}
