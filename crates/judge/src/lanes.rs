//! The lanes of a judge.

use rustix::thread::sched_getaffinity;
use sandglass_sandbox::{Lane, LaneOptions};

use crate::error::JudgeError;

/// Opens lanes with these options. Several lanes are pinned to a CPU each, where there are as many
/// and the options name none: two runs on one core would measure each other.
///
/// # Errors
/// [`JudgeError::Infrastructure`].
pub fn open_lanes(
    options: impl Fn() -> LaneOptions,
    count: usize,
) -> Result<Vec<Lane>, JudgeError> {
    let allowed = allowed_cpus();
    let pins = count > 1 && count <= allowed.len();
    let open = |index: usize| {
        let mut options = options();
        if pins && options.cpus.is_empty() {
            options.cpus = vec![allowed[index]];
        }
        Lane::new(&options).map_err(|error| JudgeError::sandbox("start a lane", &error))
    };
    (0..count.max(1)).map(open).collect()
}

fn allowed_cpus() -> Vec<usize> {
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..rustix::thread::CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect()
}
