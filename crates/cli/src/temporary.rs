//! The folder for temporary files of commands that judge: whatever ends them, nothing of it stays.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use signal_hook::iterator::Signals;
use tempfile::TempDir;

use crate::signals::heeded;

/// How the names of these folders begin.
const PREFIX: &str = "sandglass-work-";
/// A younger folder may be one that its owner has not locked yet.
const YOUNG: Duration = Duration::from_secs(10);

/// Does `work`, with a folder of its own for all temporary files. A signal that ends this process removes
/// the folder first; lanes end with the process by themselves. What cannot be caught (SIGKILL, a crash of
/// the host) leaves a folder, which the next of these commands removes.
pub(crate) fn with_folder(work: impl FnOnce() -> ExitCode) -> ExitCode {
    // Where none can be made, whoever needs one says so.
    let folder = Folder::new().ok();
    let status = work();
    drop(folder);
    status
}

struct Folder {
    folder: TempDir,
    /// Locked for as long as this process lives.
    _lock: File,
    signals: signal_hook::iterator::Handle,
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.signals.close();
        remove_empty(self.folder.path());
    }
}

impl Folder {
    fn new() -> std::io::Result<Folder> {
        // Before the folder is made, so that no signal finds it without somebody to remove it.
        let mut signals = Signals::new(heeded())?;
        let handle = signals.handle();
        let place = std::env::temp_dir();
        sweep(&place);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
        let lock = File::open(folder.path()).inspect_err(|_| remove_empty(folder.path()))?;
        // Some network file systems have no locks: there the folder counts as ours by its age alone.
        let _ = lock.try_lock();
        // The sandbox's user passes through it, and may not list it.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o711))?;
        let _ = tempfile::env::override_temp_dir(folder.path());
        let path = folder.path().to_owned();
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            if let Some(signal) = signals.forever().next() {
                // Threads at work may still add to it.
                for _ in 0..1000 {
                    if fs::remove_dir_all(&path).is_ok() || !path.exists() {
                        break;
                    }
                }
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        })?;
        Ok(Folder { folder, _lock: lock, signals: handle })
    }
}

/// Removes a folder in which nothing is left. Unlike the removal of a tree that takes no descriptor, and
/// where those are used up there is none.
fn remove_empty(folder: &Path) {
    let _ = fs::remove_dir(folder);
}

/// Removes folders of this user whose owners are dead. What cannot be removed is left for the next.
fn sweep(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            continue;
        }
        // Of the entry itself, so that no link leads elsewhere.
        let Ok(status) = entry.metadata() else { continue };
        let old = status.modified().is_ok_and(|time| time.elapsed().is_ok_and(|age| age >= YOUNG));
        if !status.is_dir() || status.uid() != sandglass_sys::effective_user() || !old {
            continue;
        }
        if File::open(entry.path()).is_ok_and(|folder| folder.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_dead_left_is_swept() {
        let place = tempfile::tempdir().expect("a folder");
        let make = |name: &str, old: bool| {
            let path = place.path().join(name);
            fs::create_dir(&path).expect("made");
            fs::write(path.join("file"), "").expect("written");
            let folder = File::open(&path).expect("there");
            if old {
                let past = std::time::SystemTime::now() - Duration::from_secs(3600);
                folder.set_modified(past).expect("ours");
            }
            folder
        };
        make("sandglass-work-dead", true);
        make("sandglass-work-young", false);
        make("sandglass-other", true);
        let alive = make("sandglass-work-alive", true);
        alive.try_lock().expect("nobody else has it");
        std::os::unix::fs::symlink("/", place.path().join("sandglass-work-link")).expect("made");
        sweep(place.path());
        let mut left: Vec<_> = fs::read_dir(place.path())
            .expect("readable")
            .flatten()
            .map(|entry| entry.file_name().into_string().expect("text"))
            .collect();
        left.sort();
        let expected = [
            "sandglass-other",
            "sandglass-work-alive",
            "sandglass-work-link",
            "sandglass-work-young",
        ];
        assert_eq!(left, expected);
    }
}
