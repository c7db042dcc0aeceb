//! One seccomp policy for all peers, in each one's own language.
//!
//! It denies what a submission has no business with and allows the rest: shorter, so faster to
//! install, than the policy a judge needs, which errs in favour of the peers.

/// Denied system calls (with EPERM): name, and number on the architecture of this build.
pub(super) const DENIED: [(&str, libc::c_long); 30] = [
    ("acct", libc::SYS_acct),
    ("add_key", libc::SYS_add_key),
    ("adjtimex", libc::SYS_adjtimex),
    ("bpf", libc::SYS_bpf),
    ("chroot", libc::SYS_chroot),
    ("clock_adjtime", libc::SYS_clock_adjtime),
    ("clock_settime", libc::SYS_clock_settime),
    ("delete_module", libc::SYS_delete_module),
    ("fanotify_init", libc::SYS_fanotify_init),
    ("finit_module", libc::SYS_finit_module),
    ("init_module", libc::SYS_init_module),
    ("kexec_load", libc::SYS_kexec_load),
    ("keyctl", libc::SYS_keyctl),
    ("mount", libc::SYS_mount),
    ("name_to_handle_at", libc::SYS_name_to_handle_at),
    ("open_by_handle_at", libc::SYS_open_by_handle_at),
    ("perf_event_open", libc::SYS_perf_event_open),
    ("pivot_root", libc::SYS_pivot_root),
    ("process_vm_readv", libc::SYS_process_vm_readv),
    ("process_vm_writev", libc::SYS_process_vm_writev),
    ("ptrace", libc::SYS_ptrace),
    ("quotactl", libc::SYS_quotactl),
    ("reboot", libc::SYS_reboot),
    ("request_key", libc::SYS_request_key),
    ("setns", libc::SYS_setns),
    ("settimeofday", libc::SYS_settimeofday),
    ("swapoff", libc::SYS_swapoff),
    ("swapon", libc::SYS_swapon),
    ("unshare", libc::SYS_unshare),
    ("vhangup", libc::SYS_vhangup),
];

/// The names, as an OCI bundle or firejail wants them.
pub(super) fn denied_names() -> Vec<&'static str> {
    DENIED.iter().map(|(name, _)| *name).collect()
}

/// The policy in Kafel, the language of nsjail. Kafel names a few calls by their kernel functions,
/// as `umount` for `umount2`; the list has none of those.
pub(super) fn kafel() -> String {
    format!("POLICY lab {{ ERRNO(1) {{ {} }} }} USE lab DEFAULT ALLOW", denied_names().join(", "))
}

/// `AUDIT_ARCH_*` of this build, from `linux/audit.h`.
#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

/// The policy as a classic BPF program in the memory layout of `struct sock_filter`.
///
/// Load the architecture and kill a foreign one, load the number, compare it with each denied
/// one in turn, allow. The offsets are those of `struct seccomp_data`.
pub(super) fn bpf() -> Vec<u8> {
    const LOAD: u16 = libc::BPF_LD as u16 | libc::BPF_W as u16 | libc::BPF_ABS as u16;
    const JUMP_IF_EQUAL: u16 = libc::BPF_JMP as u16 | libc::BPF_JEQ as u16 | libc::BPF_K as u16;
    const RETURN: u16 = libc::BPF_RET as u16 | libc::BPF_K as u16;
    const OFFSET_OF_NUMBER: u32 = 0;
    const OFFSET_OF_ARCHITECTURE: u32 = 4;
    let mut program: Vec<(u16, u8, u8, u32)> = vec![
        (LOAD, 0, 0, OFFSET_OF_ARCHITECTURE),
        (JUMP_IF_EQUAL, 1, 0, ARCHITECTURE),
        (RETURN, 0, 0, libc::SECCOMP_RET_KILL_PROCESS),
        (LOAD, 0, 0, OFFSET_OF_NUMBER),
    ];
    for (index, (_, number)) in DENIED.iter().enumerate() {
        // Over the comparisons that follow and the return that allows, to the one that denies.
        let to_denial = (DENIED.len() - index) as u8;
        program.push((JUMP_IF_EQUAL, to_denial, 0, *number as u32));
    }
    program.push((RETURN, 0, 0, libc::SECCOMP_RET_ALLOW));
    program.push((RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32));
    program
        .into_iter()
        .flat_map(|(code, when_true, when_false, value)| {
            let mut bytes = [0; 8];
            bytes[..2].copy_from_slice(&code.to_ne_bytes());
            bytes[2] = when_true;
            bytes[3] = when_false;
            bytes[4..].copy_from_slice(&value.to_ne_bytes());
            bytes
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a filter as the kernel would, for the three instructions that it uses.
    fn decide(program: &[u8], architecture: u32, number: u32) -> u32 {
        let mut accumulator = 0;
        let mut counter = 0;
        loop {
            let instruction = &program[counter * 8..counter * 8 + 8];
            let value = u32::from_ne_bytes(instruction[4..].try_into().expect("four bytes"));
            counter += 1;
            match u16::from_ne_bytes([instruction[0], instruction[1]]) {
                0x20 => accumulator = if value == 4 { architecture } else { number },
                0x15 => {
                    let taken = if accumulator == value { instruction[2] } else { instruction[3] };
                    counter += usize::from(taken);
                }
                0x06 => return value,
                other => panic!("instruction {other:#x}"),
            }
        }
    }

    #[test]
    fn filter_denies_exactly_the_list() {
        let program = bpf();
        for number in 0..600 {
            let denied = DENIED.iter().any(|(_, denied)| *denied == i64::from(number));
            let expected = if denied { 0x0005_0001 } else { 0x7fff_0000 };
            assert_eq!(decide(&program, ARCHITECTURE, number), expected, "{number}");
        }
        assert_eq!(decide(&program, 0x4000_0003, 1), 0x8000_0000, "a 32-bit call is killed");
    }

    #[test]
    fn kafel_names_every_denied_call() {
        let policy = kafel();
        assert!(policy.starts_with("POLICY lab { ERRNO(1) { acct, add_key"), "{policy}");
        assert_eq!(policy.matches(',').count(), DENIED.len() - 1);
    }
}
