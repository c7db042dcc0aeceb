//! The folder for temporary files of commands that judge: whatever ends them, nothing of it stays.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::ExitCode;
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tempfile::TempDir;

/// Does `work`, with a folder of its own for all temporary files. A signal that ends this process removes
/// the folder first; lanes end with the process by themselves.
pub(crate) fn with_folder(work: impl FnOnce() -> ExitCode) -> ExitCode {
    // Where none can be made, whoever needs one says so.
    let folder = Folder::new().ok();
    let status = work();
    drop(folder);
    status
}

struct Folder {
    _folder: TempDir,
    signals: signal_hook::iterator::Handle,
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.signals.close();
    }
}

impl Folder {
    fn new() -> std::io::Result<Folder> {
        // Before the folder is made, so that no signal finds it without somebody to remove it.
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        let handle = signals.handle();
        let folder = tempfile::Builder::new().prefix("sandglass-").tempdir()?;
        // The sandbox's user passes through it, and may not list it.
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o711))?;
        let _ = tempfile::env::override_temp_dir(folder.path());
        let path = folder.path().to_owned();
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            if let Some(signal) = signals.forever().next() {
                // Threads at work may still add to it.
                for _ in 0..1000 {
                    if std::fs::remove_dir_all(&path).is_ok() || !path.exists() {
                        break;
                    }
                }
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        })?;
        Ok(Folder { _folder: folder, signals: handle })
    }
}
