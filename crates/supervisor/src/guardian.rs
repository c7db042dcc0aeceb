//! The guardian: prepares with the rights that it was given, and cleans up last.

use crate::cgroup::{GUARDIAN, Prepared};
use crate::{lane, refuse};
use sandglass_sys::{self as sys, CloneFlags};
use sandglass_wire::Hello;
use std::os::fd::OwnedFd;

/// Prepares, forks the supervisor, and waits for its end. Never returns.
pub(crate) fn run(socket: OwnedFd, hello: Hello) -> ! {
    sys::set_name(GUARDIAN);
    let root = sys::is_root();
    let owner = root.then_some((hello.root.user, hello.root.group));
    if owner.is_some_and(|(user, group)| user == 0 || group == 0) {
        refuse(
            &socket,
            "a supervisor does not run as root",
            "name an unprivileged user and group, such as 65534:65534",
        );
        sys::exit(3);
    }
    let prepared = match Prepared::new(hello.backend, owner) {
        Ok(prepared) => prepared,
        Err(refusal) => {
            refuse(&socket, &refusal.message, &refusal.hint);
            sys::exit(3);
        }
    };
    let forked = sys::clone_with_copied_memory(CloneFlags::default(), || {
        prepared.leave_locks_to_guardian();
        lane::supervise(&socket, &hello, &prepared, owner)
    });
    let supervisor = match forked {
        Ok((supervisor, _)) => supervisor,
        Err(errno) => {
            refuse(&socket, &format!("cannot fork the supervisor: {errno}"), "try again");
            prepared.remove();
            sys::exit(3);
        }
    };
    // From here on only the supervisor holds the lane's end of the socket.
    drop(socket);
    // A terminal's Ctrl-C reaches this process too; cleaning up must not be cut short by it.
    for signal in [1, 2, 3, 15] {
        let _ = sys::ignore_signal(signal);
    }
    let _ = sys::set_no_new_privileges();
    // Started by root it keeps one capability: cgroup roots are `dr-xr-xr-x` on many hosts, and the
    // lane's own directories are the user's, so permissions alone let root remove neither.
    let _ = sys::keep_capabilities(if root { sys::CAP_DAC_OVERRIDE } else { 0 });
    let _ = sys::wait_child(supervisor, true);
    prepared.remove();
    sys::exit(0)
}
