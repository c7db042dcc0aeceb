//! How a lane is to be.

use sandglass_sys::Errno;
pub use sandglass_wire::BackendChoice;
use sandglass_wire::{Hello, Root, Switch, Switches};

/// Options of a lane.
#[derive(Clone, Debug)]
pub struct LaneOptions {
    /// Which cgroup backend it may use.
    pub backend: BackendChoice,
    /// User id outside that a lane started by root takes.
    pub user: u32,
    /// Group id likewise.
    pub group: u32,
    /// CPUs that supervisor and runs are pinned to; empty is all.
    pub cpus: Vec<usize>,
    /// Whether a cell is built ahead for requests like the last one.
    pub build_ahead: bool,
    /// The identity inside that costs no namespace for each run: user id.
    pub inside_user: u32,
    /// Group id likewise.
    pub inside_group: u32,
    /// Empty, but for tests that show what a defence stops: see [`LaneOptions::without`].
    #[doc(hidden)]
    pub switched_off: Switches,
}

impl Default for LaneOptions {
    fn default() -> Self {
        LaneOptions {
            backend: BackendChoice::Strict,
            user: 65_534,
            group: 65_534,
            cpus: Vec::new(),
            build_ahead: true,
            inside_user: 1000,
            inside_group: 1000,
            switched_off: Switches::default(),
        }
    }
}

impl LaneOptions {
    /// A lane without these defences, for a test that shows what they stop. It is no place for
    /// programs of others; its facts and every outcome say what was switched off.
    #[doc(hidden)]
    pub fn without(mut self, defences: impl IntoIterator<Item = Switch>) -> Self {
        self.switched_off = self.switched_off.iter().chain(defences).collect();
        self
    }

    pub(crate) fn hello(&self) -> Result<Hello, Errno> {
        Ok(Hello {
            version: Hello::VERSION,
            backend: self.backend,
            root: Root { user: self.user, group: self.group },
            cpus: mask(&self.cpus)?,
            build_ahead: self.build_ahead,
            inside_user: self.inside_user,
            inside_group: self.inside_group,
            switched_off: self.switched_off,
        })
    }
}

/// CPU numbers as the mask that the kernel takes.
pub(crate) fn mask(cpus: &[usize]) -> Result<Vec<u64>, Errno> {
    let mut mask = Vec::new();
    for &cpu in cpus {
        if cpu >= 1024 {
            return Err(Errno::EINVAL);
        }
        if mask.len() <= cpu / 64 {
            mask.resize(cpu / 64 + 1, 0);
        }
        mask[cpu / 64] |= 1 << (cpu % 64);
    }
    Ok(mask)
}
