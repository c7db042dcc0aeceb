//! Namespaces.

use crate::Errno;
use crate::syscall::syscall;
use core::ops::BitOr;
use std::os::fd::{AsRawFd, BorrowedFd};

/// A set of namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Namespaces(i32);

impl Namespaces {
    /// No namespace.
    pub const NONE: Namespaces = Namespaces(0);
    /// Users, groups and capabilities.
    pub const USER: Namespaces = Namespaces(libc::CLONE_NEWUSER);
    /// Mounts.
    pub const MOUNT: Namespaces = Namespaces(libc::CLONE_NEWNS);
    /// Processes.
    pub const PROCESS: Namespaces = Namespaces(libc::CLONE_NEWPID);
    /// Network devices, addresses, abstract sockets.
    pub const NETWORK: Namespaces = Namespaces(libc::CLONE_NEWNET);
    /// SysV IPC and POSIX message queues.
    pub const IPC: Namespaces = Namespaces(libc::CLONE_NEWIPC);
    /// Host and domain name.
    pub const HOST_NAME: Namespaces = Namespaces(libc::CLONE_NEWUTS);
    /// The cgroup that is seen as the root.
    pub const CGROUP: Namespaces = Namespaces(libc::CLONE_NEWCGROUP);
    /// Offsets of the monotonic and boot-time clocks, for children.
    pub const TIME: Namespaces = Namespaces(0x80);

    /// The `CLONE_NEW*` bits.
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// Whether all of `other` is in this set.
    pub const fn contains(self, other: Namespaces) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    pub const fn with(self, other: Namespaces) -> Namespaces {
        Namespaces(self.0 | other.0)
    }

    /// This set without `other`.
    pub const fn without(self, other: Namespaces) -> Namespaces {
        Namespaces(self.0 & !other.0)
    }
}

impl BitOr for Namespaces {
    type Output = Namespaces;
    fn bitor(self, other: Namespaces) -> Namespaces {
        self.with(other)
    }
}

/// Moves the calling thread into new namespaces.
pub fn unshare(namespaces: Namespaces) -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_unshare, namespaces.bits())? };
    Ok(())
}

/// Gives the calling thread a root and working directory of its own, which it shares with no other
/// thread; entering a mount namespace needs that.
pub fn unshare_directories() -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_unshare, libc::CLONE_FS)? };
    Ok(())
}

/// Moves the calling thread into the namespace that `descriptor` refers to, of kind `kind`.
pub fn enter_namespace(descriptor: BorrowedFd<'_>, kind: Namespaces) -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_setns, descriptor.as_raw_fd(), kind.bits())? };
    Ok(())
}

/// Sets the host name of the UTS namespace.
pub fn set_host_name(name: &[u8]) -> Result<(), Errno> {
    // SAFETY: the kernel reads inside `name`.
    unsafe { syscall!(libc::SYS_sethostname, name.as_ptr(), name.len())? };
    Ok(())
}

/// Sets the domain name of the UTS namespace.
pub fn set_domain_name(name: &[u8]) -> Result<(), Errno> {
    // SAFETY: the kernel reads inside `name`.
    unsafe { syscall!(libc::SYS_setdomainname, name.as_ptr(), name.len())? };
    Ok(())
}

/// Brings up the loopback device of the calling thread's network namespace.
pub fn bring_loopback_up() -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    let socket = unsafe {
        syscall!(libc::SYS_socket, libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0)?
    };
    // SAFETY: all zero is a valid ifreq.
    let mut request: libc::ifreq = unsafe { core::mem::zeroed() };
    request.ifr_name[0] = b'l' as libc::c_char;
    request.ifr_name[1] = b'o' as libc::c_char;
    request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as libc::c_short;
    // SAFETY: the kernel reads one ifreq.
    let result =
        unsafe { syscall!(libc::SYS_ioctl, socket, libc::SIOCSIFFLAGS, &raw const request) };
    crate::close_raw(socket as i32);
    result.map(|_| ())
}
