//! Moments and leftovers: when to strike, and what there must not be afterwards.

use crate::support::{cgroups, slow};
use std::fs;
use std::time::{Duration, Instant};

/// How long the kernel and the guardian may take to remove everything.
pub(crate) const BOUND: Duration = Duration::from_secs(4);

/// Numbers that look random and are the same in every session.
pub(crate) struct Moments(u64);

impl Moments {
    /// A sequence; different seeds give different ones.
    pub(crate) fn new(seed: u64) -> Moments {
        Moments(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    /// Sleeps for less than `most`. Half of the time less than a tenth of it, because much happens in
    /// the first moments of a run.
    pub(crate) fn sleep(&mut self, most: Duration) {
        let most = slow(most).as_micros() as u64;
        let bound = if self.below(2) == 0 { most } else { most / 10 };
        std::thread::sleep(Duration::from_micros(self.below(bound.max(1))));
    }
}

/// `few` rounds, or ten times as many where long tests are asked for.
pub(crate) fn rounds(few: usize) -> usize {
    if std::env::var_os("SANDGLASS_LONG").is_some() { few * 10 } else { few }
}

/// Processes that live and carry `marker` in the environment that they were executed with. Forked
/// processes share it; a zombie has none.
pub(crate) fn marked(marker: &str) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        if environment.split(|&byte| byte == 0).any(|variable| variable == marker.as_bytes()) {
            found.push(process);
        }
    }
    found
}

/// Waits until nothing of `guardian`'s lane is left.
pub(crate) fn no_cgroups(guardian: u32) {
    let begin = Instant::now();
    loop {
        let left = cgroups(guardian);
        if left.is_empty() {
            return;
        }
        let lives: Vec<_> = left
            .iter()
            .flat_map(|top| {
                [top.clone(), format!("{top}/supervisor"), format!("{top}/a"), format!("{top}/b")]
            })
            .filter_map(|group| fs::read_to_string(format!("{group}/cgroup.procs")).ok())
            .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
            .map(|process| (fs::read_to_string(format!("/proc/{process}/comm")), process))
            .collect();
        assert!(
            begin.elapsed() < slow(BOUND),
            "cgroups that stay: {left:?}, and who is in them: {lives:?}"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Lines of this process' mount table.
pub(crate) fn mounts() -> usize {
    fs::read_to_string("/proc/self/mountinfo").map_or(0, |text| text.lines().count())
}
