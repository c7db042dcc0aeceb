//! Making and removing cgroups.

use sandglass_sys::{self as sys, Errno};
use std::ffi::{CStr, CString};
use std::fs::{self, File, TryLockError};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

/// The name of a guardian, which it has before it makes a group.
pub(crate) const GUARDIAN: &CStr = c"sandglass-guard";

pub(super) fn give(path: &Path, user: u32, group: u32) -> Result<(), Errno> {
    let path = CString::new(path.as_os_str().as_bytes()).map_err(|_| Errno::EINVAL)?;
    sys::change_owner(None, &path, user, group)
}

pub(super) fn errno_of(error: &std::io::Error) -> Errno {
    Errno(error.raw_os_error().unwrap_or(5))
}

pub(super) fn make(directory: &Path, owner: Option<(u32, u32)>) -> Result<(), Errno> {
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

/// Removes what lanes that are dead left at `place`. Returns what stays because somebody lives in it, for
/// a person to read.
///
/// A lane of another process namespace looks dead in `/proc`, and is told by its lock ([`hold`]). One of
/// our own is known by its guardian's name also in the moment before that holds the group.
pub(super) fn sweep(place: &Path) -> Vec<Vec<u8>> {
    let mut busy = Vec::new();
    let Ok(entries) = fs::read_dir(place) else { return busy };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let dead = name
            .to_str()
            .and_then(|name| name.strip_prefix("sandglass-"))
            .and_then(|process| process.parse::<u32>().ok())
            .is_some_and(|process| !is_guardian(process));
        if dead && !held(&entry.path()) {
            remove_dying(&entry.path());
            busy.extend(first_in(&entry.path(), DEEPEST));
        }
    }
    busy
}

/// Whether `process` is the guardian of a lane. Its number alone says little: hosts give the numbers of the
/// dead to others within minutes.
fn is_guardian(process: u32) -> bool {
    fs::read_to_string(format!("/proc/{process}/comm"))
        .is_ok_and(|name| name.trim_end().as_bytes() == GUARDIAN.to_bytes())
}

/// Says that a lane has this group, for as long as its guardian lives.
pub(super) fn hold(directory: &Path) -> Option<File> {
    let group = File::open(directory).ok()?;
    group.try_lock_shared().ok()?;
    Some(group)
}

/// Whether a living guardian holds this group.
fn held(directory: &Path) -> bool {
    let lock = File::open(directory).map(|group| group.try_lock());
    matches!(lock, Ok(Err(TryLockError::WouldBlock)))
}

/// Removes the group of a lane without a guardian. Where that died just now, the others are dying yet: they
/// have a moment to go.
fn remove_dying(top: &Path) {
    for _ in 0..100 {
        remove_tree(top);
        if !top.exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Somebody who lives in a group or in those in it, as words; `None` where nobody does, or it is gone.
fn first_in(group: &Path, depth: usize) -> Option<Vec<u8>> {
    let processes = fs::read_to_string(group.join("cgroup.procs")).ok()?;
    if let Some(process) = processes.lines().next() {
        let name = fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
        let words = format!("{} (process {process}, {})", group.display(), name.trim_end());
        return Some(words.into_bytes());
    }
    if depth == 0 {
        return None;
    }
    let inside = fs::read_dir(group).ok()?.flatten();
    let groups = inside.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    groups.map(|entry| entry.path()).find_map(|inner| first_in(&inner, depth - 1))
}

/// How deep groups lie in ours: two levels are ours, and a stranger with the right to may make more.
pub(super) const DEEPEST: usize = 8;

/// Removes a group with those in it, as far as nobody lives in them.
pub(super) fn remove_tree(top: &Path) {
    remove_groups(top, DEEPEST);
}

pub(super) fn remove_groups(top: &Path, depth: usize) {
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

pub(super) fn has_controllers(directory: &Path, file: &str) -> bool {
    let text = fs::read_to_string(directory.join(file)).unwrap_or_default();
    ["memory", "pids"].iter().all(|wanted| text.split_whitespace().any(|have| have == *wanted))
}
