//! Mounts, by descriptor where the kernel offers it.

use crate::Errno;
use crate::descriptor::own_raw;
use crate::syscall::syscall;
use core::ffi::CStr;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

/// Per-mount attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MountAttributes {
    /// Nothing can be written.
    pub read_only: bool,
    /// No program on it can be executed.
    pub no_exec: bool,
    /// Device files on it do not work.
    pub no_device: bool,
}

impl MountAttributes {
    fn bits(self) -> u64 {
        const RDONLY: u64 = 0x1;
        const NOSUID: u64 = 0x2;
        const NODEV: u64 = 0x4;
        const NOEXEC: u64 = 0x8;
        // set-user-id programs never work on a mount of ours.
        NOSUID
            | if self.read_only { RDONLY } else { 0 }
            | if self.no_device { NODEV } else { 0 }
            | if self.no_exec { NOEXEC } else { 0 }
    }
}

/// Clones the mount at `path`, with all below it where `recursive`, as a detached tree.
pub fn clone_tree(
    directory: Option<BorrowedFd<'_>>,
    path: &CStr,
    recursive: bool,
    follow_last_link: bool,
) -> Result<OwnedFd, Errno> {
    const OPEN_TREE_CLONE: i32 = 1;
    const AT_RECURSIVE: i32 = 0x8000;
    let flags = OPEN_TREE_CLONE
        | libc::O_CLOEXEC
        | libc::AT_EMPTY_PATH
        | if recursive { AT_RECURSIVE } else { 0 }
        | if follow_last_link { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
    let directory = directory.map_or(libc::AT_FDCWD, |directory| directory.as_raw_fd());
    // SAFETY: `path` ends with a NUL.
    let raw = unsafe { syscall!(libc::SYS_open_tree, directory, path.as_ptr(), flags)? };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}

/// Adds `attributes` to the mount `tree`, and to all below it where `recursive`.
pub fn set_mount_attributes(
    tree: BorrowedFd<'_>,
    recursive: bool,
    attributes: MountAttributes,
) -> Result<(), Errno> {
    #[repr(C)]
    struct MountAttributesKernel {
        set: u64,
        clear: u64,
        propagation: u64,
        user_namespace: u64,
    }
    const AT_RECURSIVE: i32 = 0x8000;
    let request = MountAttributesKernel {
        set: attributes.bits(),
        clear: 0,
        propagation: libc::MS_PRIVATE,
        user_namespace: 0,
    };
    let flags = libc::AT_EMPTY_PATH | if recursive { AT_RECURSIVE } else { 0 };
    // SAFETY: the kernel reads one structure of the given size.
    unsafe {
        syscall!(
            libc::SYS_mount_setattr,
            tree.as_raw_fd(),
            c"".as_ptr(),
            flags,
            &raw const request,
            size_of::<MountAttributesKernel>()
        )?
    };
    Ok(())
}

/// Attaches the detached `tree` at `target`, relative to `directory`; the last component of `target`
/// is not followed if it is a link.
pub fn attach(
    tree: BorrowedFd<'_>,
    directory: Option<BorrowedFd<'_>>,
    target: &CStr,
) -> Result<(), Errno> {
    const MOVE_MOUNT_F_EMPTY_PATH: u32 = 0x4;
    const MOVE_MOUNT_T_EMPTY_PATH: u32 = 0x40;
    let directory = directory.map_or(libc::AT_FDCWD, |directory| directory.as_raw_fd());
    // SAFETY: both paths end with a NUL.
    unsafe {
        syscall!(
            libc::SYS_move_mount,
            tree.as_raw_fd(),
            c"".as_ptr(),
            directory,
            target.as_ptr(),
            MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH
        )?
    };
    Ok(())
}

/// Opens a new file system of `kind` for configuring.
pub fn open_file_system(kind: &CStr) -> Result<OwnedFd, Errno> {
    const FSOPEN_CLOEXEC: u32 = 1;
    // SAFETY: `kind` ends with a NUL.
    let raw = unsafe { syscall!(libc::SYS_fsopen, kind.as_ptr(), FSOPEN_CLOEXEC)? };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}

/// Sets one option of a file system that is being configured.
pub fn configure_file_system(
    context: BorrowedFd<'_>,
    key: &CStr,
    value: &CStr,
) -> Result<(), Errno> {
    const FSCONFIG_SET_STRING: u32 = 1;
    // SAFETY: both end with a NUL.
    unsafe {
        syscall!(
            libc::SYS_fsconfig,
            context.as_raw_fd(),
            FSCONFIG_SET_STRING,
            key.as_ptr(),
            value.as_ptr(),
            0
        )?
    };
    Ok(())
}

/// Creates the configured file system and returns it as a detached mount.
pub fn create_mount(
    context: BorrowedFd<'_>,
    attributes: MountAttributes,
) -> Result<OwnedFd, Errno> {
    const FSCONFIG_CMD_CREATE: u32 = 6;
    const FSMOUNT_CLOEXEC: u32 = 1;
    // SAFETY: the command takes no value.
    unsafe { syscall!(libc::SYS_fsconfig, context.as_raw_fd(), FSCONFIG_CMD_CREATE, 0, 0, 0)? };
    // SAFETY: takes no pointer.
    let raw = unsafe {
        syscall!(libc::SYS_fsmount, context.as_raw_fd(), FSMOUNT_CLOEXEC, attributes.bits())?
    };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}

/// mount(2), for changing propagation (`MS_*`) and for the file systems of a cell.
pub fn mount_plain(
    source: &CStr,
    target: &CStr,
    kind: &CStr,
    flags: u64,
    options: &CStr,
) -> Result<(), Errno> {
    // SAFETY: all four end with a NUL.
    unsafe {
        syscall!(
            libc::SYS_mount,
            source.as_ptr(),
            target.as_ptr(),
            kind.as_ptr(),
            flags,
            options.as_ptr()
        )?
    };
    Ok(())
}

/// Makes the working directory, which must be a mount, the root, and puts the old root on top of it.
pub fn pivot_root() -> Result<(), Errno> {
    // SAFETY: both paths end with a NUL.
    unsafe { syscall!(libc::SYS_pivot_root, c".".as_ptr(), c".".as_ptr())? };
    Ok(())
}

/// Detaches the mount at `path` with all below it.
pub fn detach(path: &CStr) -> Result<(), Errno> {
    // SAFETY: `path` ends with a NUL.
    unsafe { syscall!(libc::SYS_umount2, path.as_ptr(), libc::MNT_DETACH)? };
    Ok(())
}
