//! The signals that end a command early: Ctrl-C, Ctrl-\\, a closed terminal, a polite request.

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

/// Those that this process heeds. What it was started to ignore it goes on ignoring, so that `nohup` and a
/// script's `&` mean what they mean elsewhere.
pub(crate) fn heeded() -> Vec<i32> {
    let ignored = std::fs::read_to_string("/proc/self/status").map_or(0, |text| ignored(&text));
    let all = [SIGINT, SIGQUIT, SIGTERM, SIGHUP];
    all.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0).collect()
}

/// The mask of ignored signals in `/proc/PID/status`.
fn ignored(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::ignored;

    #[test]
    fn what_is_ignored_is_read() {
        assert_eq!(ignored("Name:\tx\nSigIgn:\t0000000000001003\nSigCgt:\t7\n"), 0x1003);
        assert_eq!(ignored("Name:\tx\n"), 0);
    }
}
