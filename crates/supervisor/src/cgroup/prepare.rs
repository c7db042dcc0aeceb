//! Which backend the host gives, and its preparation with the rights that the lane was started with.

use super::group::{errno_of, has_controllers, hold, make, remove_tree, sweep};
use super::place::{Hierarchies, own_places};
use sandglass_sys::{self as sys, Errno};
use sandglass_wire::{Backend, BackendChoice};
use std::fs;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

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
    pub(super) unified: Option<PathBuf>,
    /// Our directories in the v1 trees: memory, pids, cpu.
    pub(super) legacy: Vec<(&'static str, PathBuf)>,
    /// What earlier lanes left and somebody lives in, for a person to read.
    pub(crate) busy: Vec<Vec<u8>>,
    /// Our directories, held open and locked for as long as the guardian lives.
    held: Vec<fs::File>,
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
        // Where no v1 hierarchy has them, a pure v2 host is not told what it lacks of an older one.
        let has_legacy = places.legacy.iter().any(|(name, _)| name == "memory" || name == "pids");
        if wanted(Backend::Hybrid) && (has_legacy || choice == BackendChoice::Only(Backend::Hybrid))
        {
            match Self::hybrid(&places, owner) {
                Ok(prepared) => return Ok(prepared),
                Err(reason) => reasons.push(format!("hybrid: {reason}")),
            }
        }
        if matches!(choice, BackendChoice::AllowWeaker | BackendChoice::Only(Backend::Rlimit)) {
            return Ok(Prepared { backend: Some(Backend::Rlimit), ..Prepared::default() });
        }
        // The way up of an ordinary user of a v2 host; doctor knows those of all others.
        let scope = places.unified.is_some() && !has_legacy && owner.is_none();
        let hint = if scope {
            "with systemd: systemd-run --user --scope -p Delegate=yes -- and this command; `sandglass \
             doctor` knows other ways; or accept weaker limits with --allow-weaker"
        } else {
            "run `sandglass doctor` for the command that delegates one, or accept weaker limits with \
             --allow-weaker"
        };
        Err(Refusal {
            message: format!("no usable cgroup ({})", reasons.join("; ")),
            hint: hint.to_owned(),
        })
    }

    pub(super) fn name() -> String {
        format!("sandglass-{}", sys::process_id())
    }

    pub(super) fn cgroup2(
        places: &Hierarchies,
        owner: Option<(u32, u32)>,
    ) -> Result<Prepared, String> {
        let own = places.unified.as_ref().ok_or("no cgroup v2 hierarchy is mounted")?;
        if !has_controllers(own, "cgroup.controllers") {
            return Err(format!("{} has no memory and pids controllers", own.display()));
        }
        // The nearest cgroup from here up that hands its controllers down already.
        let ready =
            own.ancestors().find(|directory| has_controllers(directory, "cgroup.subtree_control"));
        let mut reason = "no cgroup hands down its memory and pids controllers".to_owned();
        if let Some(parent) = ready {
            let busy = sweep(parent);
            let top = parent.join(Self::name());
            match may_enter(parent).and_then(|()| {
                make(&top, owner).map_err(|errno| format!("{}: {errno}", top.display()))
            }) {
                Ok(()) => return Self::finish_cgroup2(top, owner, busy),
                Err(refused) => reason = refused,
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
                    return Self::finish_cgroup2(top, owner, Vec::new());
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

    pub(super) fn finish_cgroup2(
        top: PathBuf,
        owner: Option<(u32, u32)>,
        busy: Vec<Vec<u8>>,
    ) -> Result<Prepared, String> {
        let held = hold(&top).into_iter().collect();
        let control = top.join("cgroup.subtree_control");
        let result = fs::write(&control, "+memory +pids")
            .map_err(|error| format!("{}: {error}", control.display()))
            .and_then(|()| make(&top.join("supervisor"), owner).map_err(|errno| errno.to_string()));
        match result {
            Ok(()) => Ok(Prepared {
                backend: Some(Backend::Cgroup2),
                unified: Some(top),
                legacy: Vec::new(),
                busy,
                held,
            }),
            Err(reason) => {
                remove_tree(&top);
                Err(reason)
            }
        }
    }

    pub(super) fn hybrid(
        places: &Hierarchies,
        owner: Option<(u32, u32)>,
    ) -> Result<Prepared, String> {
        let own = places.unified.as_ref().ok_or("no cgroup v2 hierarchy is mounted")?;
        let mut prepared = Prepared { backend: Some(Backend::Hybrid), ..Prepared::default() };
        let result = (|| {
            prepared.busy.extend(sweep(own));
            let top = own.join(Self::name());
            make(&top, owner).map_err(|errno| format!("{}: {errno}", top.display()))?;
            prepared.held.extend(hold(&top));
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
                prepared.busy.extend(sweep(place));
                let top = place.join(Self::name());
                match make(&top, owner) {
                    Ok(()) => {
                        prepared.held.extend(hold(&top));
                        prepared.legacy.push((controller, top));
                    }
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

    /// Leaves the locks of the lane's cgroups to the guardian alone, in a process that was cloned from it.
    pub(crate) fn leave_locks_to_guardian(&self) {
        self.held.iter().for_each(|group| sys::close_raw(group.as_raw_fd()));
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

/// Whether a process may be moved from where this one is to a group made in `parent`, which is an
/// ancestor: the kernel asks for the right to write the ancestor's list of processes.
fn may_enter(parent: &Path) -> Result<(), String> {
    let list = parent.join("cgroup.procs");
    match fs::File::options().write(true).open(&list) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{}: nobody can be moved below it: {error}", list.display())),
    }
}
