//! Giving up rights.

use crate::Errno;
use crate::syscall::syscall;

/// The effective user id.
pub fn effective_user() -> u32 {
    // SAFETY: takes no argument and never fails.
    unsafe { syscall!(libc::SYS_geteuid) }.unwrap_or(0) as u32
}

/// Whether this process is root. One that is user 0 in a user namespace of that single user, who is somebody
/// else outside, is not: it has the rights of that one, and nobody else to become.
pub fn is_root() -> bool {
    let map = || std::fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    effective_user() == 0 && !is_a_namesake(&map())
}

/// Whether user 0 of this map is a single user, of another number outside.
fn is_a_namesake(map: &str) -> bool {
    let words: Vec<_> = map.split_whitespace().collect();
    matches!(words[..], ["0", outside, "1"] if outside != "0")
}

/// The effective group id.
pub fn effective_group() -> u32 {
    // SAFETY: takes no argument and never fails.
    unsafe { syscall!(libc::SYS_getegid) }.unwrap_or(0) as u32
}

/// Becomes `user` and `group` with no other group, for good.
pub fn drop_to_user(user: u32, group: u32) -> Result<(), Errno> {
    // SAFETY: an empty list needs no pointer.
    unsafe { syscall!(libc::SYS_setgroups, 0, 0)? };
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_setresgid, group, group, group)? };
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_setresuid, user, user, user)? };
    Ok(())
}

/// Gives up all capabilities of the calling thread.
pub fn drop_capabilities() -> Result<(), Errno> {
    keep_capabilities(0)
}

/// To look into and change directories of others.
pub const CAP_DAC_OVERRIDE: u32 = 1 << 1;

/// Gives up all capabilities of the calling thread but those in `kept`, a mask of the first 32.
pub fn keep_capabilities(kept: u32) -> Result<(), Errno> {
    #[repr(C)]
    struct Header {
        version: u32,
        process: i32,
    }
    let header = Header { version: 0x2008_0522, process: 0 };
    // Effective, permitted, inheritable; then the same of the capabilities from 32 on.
    let sets = [kept, kept, 0, 0, 0, 0];
    // SAFETY: the kernel reads a header and, for this version, two sets of three words.
    unsafe { syscall!(libc::SYS_capset, &raw const header, sets.as_ptr())? };
    Ok(())
}

/// Makes every capability that the calling thread is permitted survive an exec. Only for showing what
/// a program could do with them.
pub fn make_capabilities_ambient() -> Result<(), Errno> {
    #[repr(C)]
    struct Header {
        version: u32,
        process: i32,
    }
    let header = Header { version: 0x2008_0522, process: 0 };
    let mut sets = [0u32; 6];
    // SAFETY: the kernel reads a header and, for this version, writes two sets of three words.
    unsafe { syscall!(libc::SYS_capget, &raw const header, sets.as_mut_ptr())? };
    let [_, low, _, _, high, _] = sets;
    let sets = [low, low, low, high, high, high];
    // SAFETY: the kernel reads a header and, for this version, two sets of three words.
    unsafe { syscall!(libc::SYS_capset, &raw const header, sets.as_ptr())? };
    for capability in 0..64u32 {
        let permitted = u64::from(high) << 32 | u64::from(low);
        if permitted & 1 << capability != 0 {
            let raise = libc::PR_CAP_AMBIENT_RAISE;
            // SAFETY: takes no pointer.
            unsafe { syscall!(libc::SYS_prctl, libc::PR_CAP_AMBIENT, raise, capability, 0, 0)? };
        }
    }
    Ok(())
}

/// Leaves the session keyring that was inherited for a new one without a name. A kernel without keys
/// has nothing to leave.
pub fn join_new_session_keyring() -> Result<(), Errno> {
    const JOIN_SESSION_KEYRING: usize = 1;
    // SAFETY: without a name, no pointer.
    match unsafe { syscall!(libc::SYS_keyctl, JOIN_SESSION_KEYRING, 0, 0, 0, 0) } {
        Ok(_) | Err(Errno::ENOSYS) => Ok(()),
        Err(errno) => Err(errno),
    }
}

/// Empties the set of capabilities that an exec may ever give back.
pub fn drop_bounding_set() -> Result<(), Errno> {
    for capability in 0..64 {
        // SAFETY: takes no pointer.
        match unsafe { syscall!(libc::SYS_prctl, libc::PR_CAPBSET_DROP, capability, 0, 0, 0) } {
            Ok(_) => {}
            // One past the last capability that this kernel knows.
            Err(Errno::EINVAL) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Sets and locks the secure bits: user 0 has no special rights and capabilities do not come back by
/// changing the user or by ambient ones.
pub fn lock_secure_bits() -> Result<(), Errno> {
    const NOROOT: usize = 0b11;
    const NO_SETUID_FIXUP: usize = 0b11 << 2;
    const KEEP_CAPS_LOCKED: usize = 1 << 5;
    const NO_CAP_AMBIENT_RAISE: usize = 0b11 << 6;
    let bits = NOROOT | NO_SETUID_FIXUP | KEEP_CAPS_LOCKED | NO_CAP_AMBIENT_RAISE;
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_prctl, libc::PR_SET_SECUREBITS, bits, 0, 0, 0)? };
    Ok(())
}

/// No program that this process or a child executes gains rights any more.
pub fn set_no_new_privileges() -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_prctl, libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)? };
    Ok(())
}

/// Whether others of the same user may trace this process and read its memory.
pub fn set_dumpable(on: bool) -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_prctl, libc::PR_SET_DUMPABLE, usize::from(on), 0, 0, 0)? };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_a_namesake;

    #[test]
    fn root_of_a_namespace_of_one_user_is_no_root() {
        assert!(is_a_namesake("         0       1000          1\n"));
        for root in [
            "         0          0 4294967295\n",
            "0 0 1\n",
            "0 1000 1\n1 100000 65536\n",
            "0 100000 65536\n",
            "1000 1000 1\n",
            "",
        ] {
            assert!(!is_a_namesake(root), "{root}");
        }
    }
}
