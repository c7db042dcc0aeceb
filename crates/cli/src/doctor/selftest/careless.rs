//! What careless callers get when they take files out of the place where a program ran. They show that
//! what the sandbox does instead is needed.

use std::fs;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use sandglass_attacks::{Attack, Copier};

use super::observation::Copy;

/// What every faithful copy holds.
pub(super) const CONTENT: &[u8] = b"output\n";

/// How long an open may block.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a race is run, and how long it goes on when nothing moves.
const RACE: Duration = Duration::from_secs(20);
const STILL: Duration = Duration::from_secs(2);

/// What became of the file that `attack` left in `home`.
pub(super) fn copy(attack: &Attack, home: &Path) -> Copy {
    let name = attack.copies.filter(|name| *name != "*").unwrap_or("output");
    let path = home.join(name);
    match attack.copier {
        Copier::Mover => moved(&path, &home.join("results")),
        Copier::Checker => checked(&path, &home.join("other")),
        Copier::Shell => by_shell(home),
        _ => read(path),
    }
}

fn is_faithful(content: &[u8]) -> Copy {
    if content == CONTENT { Copy::Faithful } else { Copy::Harmful }
}

/// Opens and reads it by its name, and gives the copy its mode.
fn read(path: PathBuf) -> Copy {
    const ENDLESS: u64 = 1 << 32;
    let Ok(status) = fs::metadata(&path) else { return Copy::Refused };
    if status.len() > ENDLESS || status.permissions().mode() & 0o6000 != 0 {
        return Copy::Harmful;
    }
    let (sender, receiver) = mpsc::channel();
    let opened = path.clone();
    std::thread::spawn(move || sender.send(fs::read(opened)));
    match receiver.recv_timeout(PATIENCE) {
        Ok(Ok(content)) => is_faithful(&content),
        Ok(Err(_)) => Copy::Refused,
        Err(_) => {
            // It hangs on a FIFO; whoever opens both ends lets it go.
            let _ = fs::File::options().read(true).write(true).open(path);
            Copy::Harmful
        }
    }
}

/// Moves it by its name. What is then there may be no file, may have another name elsewhere by which it
/// still changes, or may be closed to its new owner.
fn moved(path: &Path, results: &Path) -> Copy {
    let place = results.join("output");
    if fs::create_dir(results).and_then(|()| fs::rename(path, &place)).is_err() {
        return Copy::Refused;
    }
    match fs::symlink_metadata(&place) {
        Ok(status) if status.is_file() && status.nlink() == 1 && status.mode() & 0o400 != 0 => {
            fs::read(&place).map_or(Copy::Refused, |content| is_faithful(&content))
        }
        Ok(_) => Copy::Harmful,
        Err(_) => Copy::Refused,
    }
}

/// Looks whether it is a regular file, then opens it: what a process that still lives puts in its place
/// in between is what it gets. `other` is what takes its place by turns.
fn checked(path: &Path, other: &Path) -> Copy {
    let (start, mut before, mut changed) = (Instant::now(), None, Instant::now());
    let mut copy = Copy::Refused;
    while start.elapsed() < RACE && changed.elapsed() < STILL {
        let Ok(status) = fs::symlink_metadata(path) else { return Copy::Refused };
        if before != Some(status.is_file()) {
            (before, changed) = (Some(status.is_file()), Instant::now());
        }
        if !status.is_file() {
            continue;
        }
        let mut content = Vec::new();
        if fs::File::open(path).and_then(|file| file.take(64).read_to_end(&mut content)).is_ok() {
            copy = is_faithful(&content);
        }
        if copy == Copy::Harmful {
            // The process that swaps ends when there is nothing left to swap.
            let _ = fs::remove_file(other);
            break;
        }
    }
    copy
}

/// `cp` with every name that there is, some of which are options.
fn by_shell(home: &Path) -> Copy {
    let copied = Command::new("sh")
        .args(["-c", "mkdir results && cp * results"])
        .current_dir(home)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if copied.is_err() {
        return Copy::Refused;
    }
    // A file that was there, and is not among the results, is a result that was lost.
    fs::read(home.join("results/output")).map_or(Copy::Harmful, |content| is_faithful(&content))
}
