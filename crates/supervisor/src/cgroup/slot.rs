//! One of the two places in which a lane's runs take turns: made, renewed, killed.

use super::figures::Counters;
use super::file::{KernelFile, numbers};
use super::group::{errno_of, make};
use super::prepare::Prepared;
use sandglass_sys::{self as sys, Errno, OpenHow};
use sandglass_wire::Backend;
use std::cell::Cell;
use std::ffi::CString;
use std::fs;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Names of the two slots.
pub(super) const SLOT_NAMES: [&str; 2] = ["a", "b"];

/// One of the two places in which a lane's runs take turns.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(super) backend: Backend,
    pub(super) unified: Option<PathBuf>,
    pub(super) legacy: Vec<(&'static str, PathBuf)>,
    pub(super) run: Option<OwnedFd>,
    pub(super) kill: Option<KernelFile>,
    pub(super) processes: Option<KernelFile>,
    pub(super) threads: Option<KernelFile>,
    pub(super) cpu: Option<KernelFile>,
    pub(super) memory_usage: Option<KernelFile>,
    pub(super) memory_peak: Option<KernelFile>,
    pub(super) memory_events: Option<KernelFile>,
    pub(super) memory_limit: Option<KernelFile>,
    pub(super) memory_swap_limit: Option<KernelFile>,
    pub(super) memory_stat: Option<KernelFile>,
    pub(super) memory_empty: Option<KernelFile>,
    pub(super) process_limit: Option<KernelFile>,
    pub(super) process_events: Option<KernelFile>,
    pub(super) process_peak: Option<KernelFile>,
    /// Reports kills for memory, where the kernel does not kill the whole group by itself.
    pub(crate) oom_event: Option<OwnedFd>,
    pub(super) limits_set: (Option<u64>, Option<u64>),
    pub(super) bandwidth_set: bool,
    /// `cgroup.kill` was used since the cgroup was made.
    pub(super) killed: Cell<bool>,
}

impl Slot {
    /// Slot `index` of the lane. Made by the supervisor, with the lane's rights.
    pub(crate) fn new(prepared: &Prepared, index: usize) -> Result<Slot, Errno> {
        let name = SLOT_NAMES[index];
        let backend = prepared.backend.unwrap_or(Backend::Rlimit);
        let mut slot = Slot {
            backend,
            unified: prepared.unified.as_ref().map(|top| top.join(name)),
            legacy: prepared.legacy.iter().map(|(kind, top)| (*kind, top.join(name))).collect(),
            run: None,
            kill: None,
            processes: None,
            threads: None,
            cpu: None,
            memory_usage: None,
            memory_peak: None,
            memory_events: None,
            memory_limit: None,
            memory_swap_limit: None,
            memory_stat: None,
            memory_empty: None,
            process_limit: None,
            process_events: None,
            process_peak: None,
            oom_event: None,
            limits_set: (None, None),
            bandwidth_set: false,
            killed: Cell::new(false),
        };
        for (_, directory) in &slot.legacy {
            make(directory, None)?;
        }
        slot.open()?;
        if backend == Backend::Hybrid {
            slot.open_legacy()?;
        }
        Ok(slot)
    }

    pub(super) fn open(&mut self) -> Result<(), Errno> {
        let Some(unified) = self.unified.clone() else { return Ok(()) };
        make(&unified, None)?;
        let path = CString::new(unified.as_os_str().as_bytes()).map_err(|_| Errno::EINVAL)?;
        self.run = Some(sys::open(None, &path, OpenHow::DIRECTORY)?);
        let file = |directory: &Path, name: &str, how| KernelFile::open(directory, name, how);
        self.kill = file(&unified, "cgroup.kill", OpenHow::WRITE);
        self.processes = file(&unified, "cgroup.procs", OpenHow::READ_WRITE);
        self.threads = file(&unified, "cgroup.threads", OpenHow::READ);
        self.cpu = file(&unified, "cpu.stat", OpenHow::READ);
        self.killed.set(false);
        if self.backend == Backend::Cgroup2 {
            self.memory_usage = file(&unified, "memory.current", OpenHow::READ);
            self.memory_peak = file(&unified, "memory.peak", OpenHow::READ);
            self.memory_events = file(&unified, "memory.events", OpenHow::READ);
            self.memory_limit = file(&unified, "memory.max", OpenHow::WRITE);
            self.memory_swap_limit = file(&unified, "memory.swap.max", OpenHow::WRITE);
            self.memory_stat = file(&unified, "memory.stat", OpenHow::READ);
            self.process_limit = file(&unified, "pids.max", OpenHow::WRITE);
            self.process_events = file(&unified, "pids.events", OpenHow::READ);
            self.process_peak = file(&unified, "pids.peak", OpenHow::READ);
            if let Some(group) = file(&unified, "memory.oom.group", OpenHow::WRITE) {
                group.write("1")?;
            }
            self.limits_set = (None, None);
        }
        Ok(())
    }

    /// Makes the run's v2 cgroup anew.
    pub(super) fn replace(&mut self) -> Result<(), Errno> {
        self.run = None;
        let unified = self.unified.clone().ok_or(Errno::EINVAL)?;
        let mut result = fs::remove_dir(&unified);
        for _ in 0..1000 {
            if result.is_ok() {
                break;
            }
            // Busy while the last of its processes is being reaped.
            let _ = self.kill();
            std::thread::sleep(Duration::from_micros(500));
            result = fs::remove_dir(&unified);
        }
        result.map_err(|error| errno_of(&error))?;
        self.open()
    }

    pub(super) fn open_legacy(&mut self) -> Result<(), Errno> {
        for (controller, directory) in &self.legacy {
            let file = |name: &str, how| KernelFile::open(directory, name, how);
            match *controller {
                "memory" => {
                    self.memory_usage = file("memory.usage_in_bytes", OpenHow::READ);
                    self.memory_peak = file("memory.max_usage_in_bytes", OpenHow::READ_WRITE);
                    self.memory_events = file("memory.oom_control", OpenHow::READ);
                    self.memory_limit = file("memory.limit_in_bytes", OpenHow::WRITE);
                    self.memory_swap_limit = file("memory.memsw.limit_in_bytes", OpenHow::WRITE);
                    self.memory_stat = file("memory.stat", OpenHow::READ);
                    self.memory_empty = file("memory.force_empty", OpenHow::WRITE);
                    if let (Some(events), Some(control)) =
                        (&self.memory_events, file("cgroup.event_control", OpenHow::WRITE))
                    {
                        let event = sys::event_descriptor()?;
                        let (event_number, file_number) = (event.as_raw_fd(), events.0.as_raw_fd());
                        control.write(&format!("{event_number} {file_number}"))?;
                        self.oom_event = Some(event);
                    }
                }
                "pids" => {
                    self.process_limit = file("pids.max", OpenHow::WRITE);
                    self.process_events = file("pids.events", OpenHow::READ);
                    self.process_peak = file("pids.peak", OpenHow::READ);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Moves the calling thread into the slot's v1 cgroups, so that what it clones is born there.
    pub(crate) fn enter_thread(directories: &[(&'static str, PathBuf)]) -> Result<(), Errno> {
        for (controller, directory) in directories {
            if *controller != "cpu" {
                fs::write(directory.join("tasks"), sys::thread_id().to_string())
                    .map_err(|error| errno_of(&error))?;
            }
        }
        Ok(())
    }

    pub(crate) fn legacy(&self) -> &[(&'static str, PathBuf)] {
        &self.legacy
    }

    pub(crate) fn run_directory(&self) -> Option<&OwnedFd> {
        self.run.as_ref()
    }

    /// Makes the slot as new for the next cell: limits off, a fresh cgroup (`cgroup2`), charges of the
    /// last run given back.
    pub(crate) fn renew(&mut self) -> Result<Counters, Errno> {
        match self.backend {
            Backend::Cgroup2
                if self.limits_set != (None, None)
                    || self.bandwidth_set
                    || self.counters().cpu > 0 =>
            {
                self.bandwidth_set = false;
                self.replace()?;
            }
            Backend::Hybrid => {
                // Once `cgroup.kill` was used, kernels kill what is cloned into the cgroup later from
                // outside of it: they compare the kill count of the wrong cgroup.
                if self.killed.get() {
                    self.replace()?;
                }
                self.limit_processes(None)?;
                let before = self.memory_usage.as_ref().and_then(KernelFile::number);
                if before.is_some_and(|bytes| bytes > 4 << 20)
                    && let Some(empty) = &self.memory_empty
                {
                    let _ = empty.write("0");
                }
                self.drain_oom_event();
                if self.bandwidth_set {
                    self.limit_bandwidth_legacy(None);
                }
            }
            _ => {}
        }
        Ok(self.counters())
    }

    /// Reads and forgets pending reports of kills for memory.
    pub(crate) fn drain_oom_event(&self) {
        if let Some(event) = &self.oom_event {
            let _ = sys::read(event.as_fd(), &mut [0; 8]);
        }
    }

    /// Kills every process of the run; `false` where there is no cgroup to do it.
    pub(crate) fn kill(&self) -> bool {
        self.killed.set(true);
        self.kill.as_ref().is_some_and(|file| file.write("1").is_ok())
    }

    /// Process ids in the run's cgroup, up to about 500, as this process sees them.
    pub(crate) fn process_ids(&self) -> Vec<i32> {
        numbers(self.processes.as_ref())
    }

    /// Thread ids likewise.
    pub(crate) fn thread_ids(&self) -> Vec<i32> {
        numbers(self.threads.as_ref())
    }
}
