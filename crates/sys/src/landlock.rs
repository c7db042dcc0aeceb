//! Landlock: a second wall around the file tree that a run may see (landlock(7)).

use crate::Errno;
use crate::descriptor::own_raw;
use crate::syscall::syscall;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

/// What a rule allows beneath a path, or a ruleset handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LandlockAccess(pub u64);

impl LandlockAccess {
    /// Executing, reading files and listing directories.
    pub const READ_AND_EXECUTE: LandlockAccess = LandlockAccess(0b1101);
    /// Executing and reading one file.
    pub const EXECUTE_FILE: LandlockAccess = LandlockAccess(0b0101);

    /// Every right on files that version `abi` of the interface knows.
    pub const fn all_files(abi: u32) -> LandlockAccess {
        // include/uapi/linux/landlock.h: 13 rights at first, REFER with ABI 2, TRUNCATE with 3,
        // IOCTL_DEV with 5.
        let bits = match abi {
            0 => 0,
            1 => 13,
            2 => 14,
            3 | 4 => 15,
            _ => 16,
        };
        LandlockAccess((1 << bits) - 1)
    }
}

/// The newest version of the interface that the kernel offers; an error where there is none.
pub fn landlock_abi() -> Result<u32, Errno> {
    const CREATE_RULESET_VERSION: u32 = 1;
    // SAFETY: asks for the version; no pointer.
    let version =
        unsafe { syscall!(libc::SYS_landlock_create_ruleset, 0, 0, CREATE_RULESET_VERSION)? };
    Ok(version as u32)
}

/// Makes a ruleset that handles all file rights of `abi`; with `deny_network` also binding and
/// connecting TCP (ABI 4), and always abstract sockets and signals to the outside (ABI 6).
pub fn landlock_create(abi: u32, deny_network: bool) -> Result<OwnedFd, Errno> {
    #[repr(C)]
    struct Attributes {
        file_system: u64,
        network: u64,
        scoped: u64,
    }
    let attributes = Attributes {
        file_system: LandlockAccess::all_files(abi).0,
        network: if abi >= 4 && deny_network { 0b11 } else { 0 },
        scoped: if abi >= 6 { 0b11 } else { 0 },
    };
    let length = match abi {
        0..=3 => 8,
        4 | 5 => 16,
        _ => 24,
    };
    // SAFETY: the kernel reads `length` bytes of the structure.
    let raw =
        unsafe { syscall!(libc::SYS_landlock_create_ruleset, &raw const attributes, length, 0)? };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}

/// Allows `access` on `path` and all beneath it.
pub fn landlock_add_path(
    ruleset: BorrowedFd<'_>,
    path: BorrowedFd<'_>,
    access: LandlockAccess,
) -> Result<(), Errno> {
    #[repr(C, packed)]
    struct PathBeneath {
        access: u64,
        parent: i32,
    }
    const RULE_PATH_BENEATH: u32 = 1;
    let rule = PathBeneath { access: access.0, parent: path.as_raw_fd() };
    // SAFETY: the kernel reads one structure.
    unsafe {
        syscall!(
            libc::SYS_landlock_add_rule,
            ruleset.as_raw_fd(),
            RULE_PATH_BENEATH,
            &raw const rule,
            0
        )?
    };
    Ok(())
}

/// Puts the calling thread behind the ruleset, for good. Needs no_new_privs.
pub fn landlock_restrict_self(ruleset: BorrowedFd<'_>) -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_landlock_restrict_self, ruleset.as_raw_fd(), 0)? };
    Ok(())
}
