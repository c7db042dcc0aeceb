//! The CPUs of a lane or of a run.

use sandglass_sys::{self as sys, Errno};

/// Pins the calling thread to the CPUs of `mask`. Those that are not there, or not for us, the kernel
/// leaves out without a word as long as one remains: that is `EINVAL`, too.
pub(crate) fn pin(mask: &[u64]) -> Result<(), Errno> {
    sys::pin_to_cpus(mask)?;
    let given = sys::available_cpus()?;
    let of = |word: usize| given.get(word).copied().unwrap_or(0);
    match mask.iter().enumerate().all(|(word, wanted)| wanted & !of(word) == 0) {
        true => Ok(()),
        false => Err(Errno::EINVAL),
    }
}
