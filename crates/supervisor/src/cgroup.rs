//! cgroups: which the host gives, the two places that a lane's runs take turns in, limits and figures.
//!
//! A lane has two *slots*, so that the next cell can be built while the last one is torn down. On
//! `cgroup2` a slot's cgroup is made anew for each cell. On `hybrid` it is kept, because a process is
//! put into a v1 cgroup only by moving it (milliseconds) or by being born there: a thread of the
//! supervisor sits in each slot's v1 cgroups and makes the cells; counters are read as differences.

use sandglass_sys::{self as sys, Errno, OpenHow};
use sandglass_wire::{Backend, BackendChoice, Weakness};
use std::cell::Cell;
use std::ffi::CString;
use std::fs;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Names of the two slots.
const SLOT_NAMES: [&str; 2] = ["a", "b"];

/// Why no backend could be had.
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) hint: String,
}

/// What was prepared, with the rights that the supervisor was started with.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    pub(crate) backend: Option<Backend>,
    /// Our directory in the v2 tree.
    unified: Option<PathBuf>,
    /// Our directories in the v1 trees: memory, pids, cpu.
    legacy: Vec<(&'static str, PathBuf)>,
}

struct Hierarchies {
    unified: Option<PathBuf>,
    legacy: Vec<(String, PathBuf)>,
}

/// Where this process is in every hierarchy, as paths.
fn own_places() -> Hierarchies {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let places = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut found = Hierarchies { unified: None, legacy: Vec::new() };
    for line in mounts.lines() {
        let Some((left, right)) = line.split_once(" - ") else { continue };
        let left: Vec<_> = left.split(' ').collect();
        let right: Vec<_> = right.split(' ').collect();
        let (Some(root), Some(point), Some(kind)) = (left.get(3), left.get(4), right.first())
        else {
            continue;
        };
        let options = right.get(2).copied().unwrap_or("");
        for place in places.lines() {
            let mut fields = place.splitn(3, ':');
            let (Some(_), Some(controllers), Some(path)) =
                (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            let inside = path.strip_prefix(*root).unwrap_or(path).trim_start_matches('/');
            let directory = Path::new(point).join(inside);
            if *kind == "cgroup2" && controllers.is_empty() {
                found.unified.get_or_insert(directory);
            } else if *kind == "cgroup" && !controllers.is_empty() {
                let first = controllers.split(',').next().unwrap_or("");
                if options.split(',').any(|option| option == first) {
                    for controller in controllers.split(',') {
                        found.legacy.push((controller.to_owned(), directory.clone()));
                    }
                }
            }
        }
    }
    found
}

fn give(path: &Path, user: u32, group: u32) -> Result<(), Errno> {
    let path = CString::new(path.as_os_str().as_bytes()).map_err(|_| Errno::EINVAL)?;
    sys::change_owner(None, &path, user, group)
}

fn errno_of(error: &std::io::Error) -> Errno {
    Errno(error.raw_os_error().unwrap_or(5))
}

fn make(directory: &Path, owner: Option<(u32, u32)>) -> Result<(), Errno> {
    fs::create_dir(directory).map_err(|error| errno_of(&error))?;
    // Pressure accounting costs at every switch, at every level up to the root, and nobody reads it
    // here. Kernels before 6.1, and v1 hierarchies, have no such file.
    let _ = fs::write(directory.join("cgroup.pressure"), "0");
    if let Some((user, group)) = owner {
        give(directory, user, group)?;
        for file in ["cgroup.procs", "cgroup.threads", "cgroup.subtree_control", "tasks"] {
            let file = directory.join(file);
            if file.exists() {
                give(&file, user, group)?;
            }
        }
    }
    Ok(())
}

/// Removes what lanes that are dead left at `place`.
fn sweep(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let dead = name
            .to_str()
            .and_then(|name| name.strip_prefix("sandglass-"))
            .and_then(|process| process.parse::<u32>().ok())
            .is_some_and(|process| !Path::new(&format!("/proc/{process}")).exists());
        if dead {
            remove_tree(&entry.path());
        }
    }
}

/// How deep groups lie in ours: two levels are ours, and a stranger with the right to may make more.
const DEEPEST: usize = 8;

/// Removes a group with those in it, as far as nobody lives in them.
fn remove_tree(top: &Path) {
    remove_groups(top, DEEPEST);
}

fn remove_groups(top: &Path, depth: usize) {
    // Most have none inside.
    if fs::remove_dir(top).is_ok() || depth == 0 {
        return;
    }
    for entry in fs::read_dir(top).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove_groups(&entry.path(), depth - 1);
        }
    }
    let _ = fs::remove_dir(top);
}

fn has_controllers(directory: &Path, file: &str) -> bool {
    let text = fs::read_to_string(directory.join(file)).unwrap_or_default();
    ["memory", "pids"].iter().all(|wanted| text.split_whitespace().any(|have| have == *wanted))
}

impl Prepared {
    /// Chooses and prepares a backend as `choice` says; as root for `owner`.
    pub(crate) fn new(
        choice: BackendChoice,
        owner: Option<(u32, u32)>,
    ) -> Result<Prepared, Refusal> {
        let places = own_places();
        let wanted = |backend| match choice {
            BackendChoice::Strict | BackendChoice::AllowWeaker => true,
            BackendChoice::Only(only) => only == backend,
        };
        let mut reasons = Vec::new();
        if wanted(Backend::Cgroup2) {
            match Self::cgroup2(&places, owner) {
                Ok(prepared) => return Ok(prepared),
                Err(reason) => reasons.push(format!("cgroup2: {reason}")),
            }
        }
        if wanted(Backend::Hybrid) {
            match Self::hybrid(&places, owner) {
                Ok(prepared) => return Ok(prepared),
                Err(reason) => reasons.push(format!("hybrid: {reason}")),
            }
        }
        if matches!(choice, BackendChoice::AllowWeaker | BackendChoice::Only(Backend::Rlimit)) {
            return Ok(Prepared { backend: Some(Backend::Rlimit), ..Prepared::default() });
        }
        Err(Refusal {
            message: format!("no usable cgroup ({})", reasons.join("; ")),
            hint: "run `sandglass doctor` for the command that delegates one, or accept weaker \
                   limits with --allow-weaker"
                .to_owned(),
        })
    }

    fn name() -> String {
        format!("sandglass-{}", sys::process_id())
    }

    fn cgroup2(places: &Hierarchies, owner: Option<(u32, u32)>) -> Result<Prepared, String> {
        let own = places.unified.as_ref().ok_or("no cgroup v2 hierarchy is mounted")?;
        if !has_controllers(own, "cgroup.controllers") {
            return Err(format!("{} has no memory and pids controllers", own.display()));
        }
        // The nearest cgroup from here up that hands its controllers down already.
        let ready =
            own.ancestors().find(|directory| has_controllers(directory, "cgroup.subtree_control"));
        let mut reason = "no cgroup hands down its memory and pids controllers".to_owned();
        if let Some(parent) = ready {
            sweep(parent);
            let top = parent.join(Self::name());
            match make(&top, owner) {
                Ok(()) => return Self::finish_cgroup2(top, owner),
                Err(errno) => reason = format!("{}: {errno}", top.display()),
            }
        }
        // A subtree that was delegated to us: whoever lives in it moves one level down, because only
        // leaves may hold processes.
        let host = own.join(format!("{}-host", Self::name()));
        if fs::metadata(own.join("cgroup.subtree_control"))
            .is_ok_and(|file| !file.permissions().readonly())
            && make(&host, None).is_ok()
        {
            let processes = fs::read_to_string(own.join("cgroup.procs")).unwrap_or_default();
            for process in processes.lines() {
                let _ = fs::write(host.join("cgroup.procs"), process);
            }
            let control = own.join("cgroup.subtree_control");
            match fs::write(&control, "+memory +pids") {
                Ok(()) => {
                    let _ = fs::write(&control, "+cpu");
                    let top = own.join(Self::name());
                    make(&top, owner).map_err(|errno| format!("{}: {errno}", top.display()))?;
                    return Self::finish_cgroup2(top, owner);
                }
                Err(error) => {
                    for process in processes.lines() {
                        let _ = fs::write(own.join("cgroup.procs"), process);
                    }
                    let _ = fs::remove_dir(&host);
                    reason = format!("{}: {error}", control.display());
                }
            }
        }
        Err(reason)
    }

    fn finish_cgroup2(top: PathBuf, owner: Option<(u32, u32)>) -> Result<Prepared, String> {
        let control = top.join("cgroup.subtree_control");
        let result = fs::write(&control, "+memory +pids")
            .map_err(|error| format!("{}: {error}", control.display()))
            .and_then(|()| make(&top.join("supervisor"), owner).map_err(|errno| errno.to_string()));
        match result {
            Ok(()) => Ok(Prepared {
                backend: Some(Backend::Cgroup2),
                unified: Some(top),
                legacy: Vec::new(),
            }),
            Err(reason) => {
                remove_tree(&top);
                Err(reason)
            }
        }
    }

    fn hybrid(places: &Hierarchies, owner: Option<(u32, u32)>) -> Result<Prepared, String> {
        let own = places.unified.as_ref().ok_or("no cgroup v2 hierarchy is mounted")?;
        let mut prepared =
            Prepared { backend: Some(Backend::Hybrid), unified: None, legacy: Vec::new() };
        let result = (|| {
            sweep(own);
            let top = own.join(Self::name());
            make(&top, owner).map_err(|errno| format!("{}: {errno}", top.display()))?;
            prepared.unified = Some(top.clone());
            make(&top.join("supervisor"), owner).map_err(|errno| errno.to_string())?;
            for (controller, required) in [("memory", true), ("pids", true), ("cpu", false)] {
                let place = places.legacy.iter().find(|(name, _)| name == controller);
                let Some((_, place)) = place else {
                    if required {
                        return Err(format!("no v1 {controller} controller"));
                    }
                    continue;
                };
                sweep(place);
                let top = place.join(Self::name());
                match make(&top, owner) {
                    Ok(()) => prepared.legacy.push((controller, top)),
                    Err(errno) if required => {
                        return Err(format!("{}: {errno}", top.display()));
                    }
                    Err(_) => {}
                }
            }
            Ok(())
        })();
        match result {
            Ok(()) => Ok(prepared),
            Err(reason) => {
                prepared.remove();
                Err(reason)
            }
        }
    }

    /// Moves the calling process into the subtree; needed to begin processes in its other parts.
    pub(crate) fn enter(&self) -> Result<(), Errno> {
        if let Some(top) = &self.unified {
            fs::write(top.join("supervisor/cgroup.procs"), "0")
                .map_err(|error| errno_of(&error))?;
        }
        Ok(())
    }

    /// Removes everything, after all that lived in it is dead; waits for stragglers up to two seconds.
    pub(crate) fn remove(&self) {
        let tops: Vec<_> =
            self.unified.iter().chain(self.legacy.iter().map(|(_, path)| path)).collect();
        for attempt in 0..200 {
            if let Some(top) = &self.unified {
                let _ = fs::write(top.join("cgroup.kill"), "1");
            }
            for top in &tops {
                remove_tree(top);
            }
            if tops.iter().all(|top| !top.exists()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(if attempt < 20 { 1 } else { 10 }));
        }
    }
}

/// A kernel file that holds text.
#[derive(Debug)]
pub(crate) struct KernelFile(OwnedFd);

impl KernelFile {
    fn open(directory: &Path, name: &str, how: OpenHow) -> Option<KernelFile> {
        let path = CString::new(directory.join(name).as_os_str().as_bytes()).ok()?;
        sys::open(None, &path, how).ok().map(KernelFile)
    }

    fn read<'a>(&self, buffer: &'a mut [u8]) -> &'a str {
        let length = sys::read_at(self.0.as_fd(), buffer, 0).unwrap_or(0);
        std::str::from_utf8(&buffer[..length]).unwrap_or("")
    }

    fn number(&self) -> Option<u64> {
        self.read(&mut [0; 64]).trim().parse().ok()
    }

    /// The number after `key` in lines of `key number`.
    fn field(&self, key: &str) -> Option<u64> {
        let mut buffer = [0; 4096];
        self.read(&mut buffer)
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok())
    }

    fn write(&self, text: &str) -> Result<(), Errno> {
        sys::write_at(self.0.as_fd(), text.as_bytes(), 0).map(|_| ())
    }
}

/// The figures of a slot that only grow, at some moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counters {
    pub(crate) cpu: u64,
    pub(crate) user: u64,
    pub(crate) system: u64,
    pub(crate) oom_kills: u64,
    pub(crate) refused_processes: u64,
    /// Memory charged, bytes.
    pub(crate) memory: u64,
    /// Highest number of processes ever.
    pub(crate) peak_processes: u64,
}

/// How a run stands to its memory limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reclaim {
    /// Pages of files that were needed again soon after the kernel evicted them, since the slot was
    /// made.
    pub(crate) refaults: u64,
    /// Memory charged now, bytes.
    pub(crate) charged: u64,
    /// The part of it that is no file's, bytes.
    pub(crate) own: u64,
    /// The limit that is in force, bytes.
    pub(crate) limit: u64,
}

/// One of the two places in which a lane's runs take turns.
#[derive(Debug)]
pub(crate) struct Slot {
    backend: Backend,
    unified: Option<PathBuf>,
    legacy: Vec<(&'static str, PathBuf)>,
    run: Option<OwnedFd>,
    kill: Option<KernelFile>,
    processes: Option<KernelFile>,
    threads: Option<KernelFile>,
    cpu: Option<KernelFile>,
    memory_usage: Option<KernelFile>,
    memory_peak: Option<KernelFile>,
    memory_events: Option<KernelFile>,
    memory_limit: Option<KernelFile>,
    memory_swap_limit: Option<KernelFile>,
    memory_stat: Option<KernelFile>,
    memory_empty: Option<KernelFile>,
    process_limit: Option<KernelFile>,
    process_events: Option<KernelFile>,
    process_peak: Option<KernelFile>,
    /// Reports kills for memory, where the kernel does not kill the whole group by itself.
    pub(crate) oom_event: Option<OwnedFd>,
    limits_set: (Option<u64>, Option<u64>),
    bandwidth_set: bool,
    /// `cgroup.kill` was used since the cgroup was made.
    killed: Cell<bool>,
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

    fn open(&mut self) -> Result<(), Errno> {
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
    fn replace(&mut self) -> Result<(), Errno> {
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

    fn open_legacy(&mut self) -> Result<(), Errno> {
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
            Backend::Cgroup2 => {
                if self.limits_set != (None, None) || self.bandwidth_set || self.counters().cpu > 0
                {
                    self.bandwidth_set = false;
                    self.replace()?;
                }
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

    /// The slot's counters now. CPU in microseconds.
    pub(crate) fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        if let Some(cpu) = &self.cpu {
            let mut buffer = [0; 1024];
            for line in cpu.read(&mut buffer).lines() {
                let mut words = line.split(' ');
                let (Some(key), Some(value)) = (words.next(), words.next()) else { continue };
                let value = value.parse().unwrap_or(0);
                match key {
                    "usage_usec" => counters.cpu = value,
                    "user_usec" => counters.user = value,
                    "system_usec" => counters.system = value,
                    _ => {}
                }
            }
        }
        counters.oom_kills = self.oom_kills();
        counters.refused_processes = self.refused_processes();
        let number = |file: &Option<KernelFile>| file.as_ref().and_then(KernelFile::number);
        counters.memory = number(&self.memory_usage).unwrap_or(0);
        counters.peak_processes = number(&self.process_peak).unwrap_or(0);
        counters
    }

    /// CPU microseconds of the slot now.
    pub(crate) fn cpu_microseconds(&self) -> u64 {
        self.cpu.as_ref().and_then(|file| file.field("usage_usec")).unwrap_or(0)
    }

    pub(crate) fn oom_kills(&self) -> u64 {
        self.memory_events.as_ref().and_then(|file| file.field("oom_kill")).unwrap_or(0)
    }

    pub(crate) fn refused_processes(&self) -> u64 {
        self.process_events.as_ref().and_then(|file| file.field("max")).unwrap_or(0)
    }

    /// Begins to watch the peak of memory anew.
    pub(crate) fn reset_peak(&self) {
        if self.backend == Backend::Hybrid
            && let Some(peak) = &self.memory_peak
        {
            let _ = peak.write("0");
        }
    }

    pub(crate) fn peak_memory(&self) -> Option<u64> {
        self.memory_peak.as_ref().and_then(KernelFile::number)
    }

    /// Page cache charged now, bytes.
    pub(crate) fn page_cache(&self) -> Option<u64> {
        let key = if self.backend == Backend::Cgroup2 { "file" } else { "cache" };
        self.memory_stat.as_ref()?.field(key)
    }

    /// What reclaim has done so far; `None` where no cgroup limits memory.
    pub(crate) fn reclaim(&self) -> Option<Reclaim> {
        let statistics = self.memory_stat.as_ref()?;
        let own = if self.backend == Backend::Cgroup2 { "anon" } else { "rss" };
        Some(Reclaim {
            refaults: statistics.field("workingset_refault_file")?,
            charged: self.memory_usage.as_ref()?.number()?,
            own: statistics.field(own)?,
            limit: self.limits_set.0?,
        })
    }

    /// Limits memory and swap beside it, both in bytes, above what is charged already.
    pub(crate) fn limit_memory(
        &mut self,
        memory: Option<u64>,
        swap: Option<u64>,
        charged: u64,
    ) -> Result<(), Errno> {
        let slack = |bytes: u64| bytes.saturating_add(charged.next_multiple_of(64 << 10));
        let wanted = (memory.map(slack), swap);
        if wanted == self.limits_set {
            return Ok(());
        }
        let Some(limit) = &self.memory_limit else { return Ok(()) };
        // Until all of it is written nobody may think that he knows what is set.
        self.limits_set = (Some(u64::MAX), Some(u64::MAX));
        let text = |value: Option<u64>, none: &str| {
            value.map_or_else(|| none.to_owned(), |bytes| bytes.to_string())
        };
        if self.backend == Backend::Cgroup2 {
            limit.write(&text(wanted.0, "max"))?;
            if let Some(file) = &self.memory_swap_limit {
                file.write(&text(swap, "max"))?;
            }
        } else {
            // memory+swap may never be below memory, so both are opened first.
            let both = wanted.0.zip(swap).map(|(memory, swap)| memory.saturating_add(swap));
            if let Some(file) = &self.memory_swap_limit {
                let _ = file.write("-1");
            }
            limit.write(&text(wanted.0, "-1"))?;
            if let (Some(file), Some(both)) = (&self.memory_swap_limit, both) {
                file.write(&both.to_string())?;
            }
        }
        self.limits_set = wanted;
        Ok(())
    }

    /// Limits processes and threads of the run. On `hybrid` the init process and the thread that makes
    /// cells count too.
    pub(crate) fn limit_processes(&self, processes: Option<u64>) -> Result<(), Errno> {
        let own = if self.backend == Backend::Hybrid { 2 } else { 0 };
        match &self.process_limit {
            Some(file) => file.write(
                &processes.map_or_else(|| "max".to_owned(), |limit| (limit + own).to_string()),
            ),
            None => Ok(()),
        }
    }

    /// Processes of the peak that are not the run's own.
    pub(crate) fn foreign_processes(&self) -> u64 {
        if self.backend == Backend::Hybrid { 2 } else { 0 }
    }

    /// Limits CPU bandwidth to `microseconds` of each 100,000; `false` where it cannot.
    pub(crate) fn limit_bandwidth(&mut self, microseconds: u64, process: i32) -> bool {
        self.bandwidth_set = true;
        match self.backend {
            // Handed down at first use: it makes every run a scheduling group, which costs at each
            // switch to a peer in another one.
            Backend::Cgroup2 => self.unified.as_ref().is_some_and(|directory| {
                let control = directory.with_file_name("cgroup.subtree_control");
                let _ = fs::write(control, "+cpu");
                fs::write(directory.join("cpu.max"), format!("{microseconds} 100000")).is_ok()
            }),
            Backend::Hybrid => {
                self.limit_bandwidth_legacy(Some(microseconds))
                    && self.legacy.iter().any(|(controller, directory)| {
                        *controller == "cpu"
                            && fs::write(directory.join("cgroup.procs"), process.to_string())
                                .is_ok()
                    })
            }
            _ => false,
        }
    }

    fn limit_bandwidth_legacy(&mut self, microseconds: Option<u64>) -> bool {
        self.bandwidth_set = microseconds.is_some();
        let value = microseconds.map_or_else(|| "-1".to_owned(), |value| value.to_string());
        self.legacy.iter().any(|(controller, directory)| {
            *controller == "cpu" && fs::write(directory.join("cpu.cfs_quota_us"), &value).is_ok()
        })
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

fn numbers(file: Option<&KernelFile>) -> Vec<i32> {
    let mut buffer = [0; 4096];
    file.map(|file| file.read(&mut buffer).lines().filter_map(|id| id.parse().ok()).collect())
        .unwrap_or_default()
}

/// What `backend` gives less exactly than asked.
pub(crate) fn weaknesses(backend: Backend) -> Vec<Weakness> {
    match backend {
        Backend::Rlimit => vec![
            Weakness::CpuPerProcess,
            Weakness::MemoryBySampling,
            Weakness::PeakMemoryOfOneProcess,
            Weakness::NoMemoryEvents,
            Weakness::NoProcessEvents,
            Weakness::NoCpuBandwidth,
            Weakness::NoSwapLimit,
        ],
        _ => Vec::new(),
    }
}
