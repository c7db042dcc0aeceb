//! What is removed so that a cache stays within its bounds.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::{AtFlags, Dir, Stat};

/// How the name of a file begins that is still written.
pub(super) const NEW: &str = ".new-";

/// After this time nobody writes a file any more: its judge died.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Entries beyond these are removed whatever their size: each costs an inode.
const MOST_ENTRIES: usize = 100_000;

/// Removes what was abandoned, and what was used longest ago until the rest takes at most `bytes`.
pub(super) fn make(directory: BorrowedFd<'_>, bytes: u64) -> io::Result<()> {
    let (mut entries, mut total) = (Vec::new(), 0_u64);
    // A directory that is read twice through one descriptor would go on where it ended.
    for entry in Dir::read_from(directory)? {
        let entry = entry?;
        let name = entry.file_name().to_owned();
        let flags = AtFlags::SYMLINK_NOFOLLOW;
        // What is gone already is no matter.
        let Ok(status) = rustix::fs::statat(directory, &name, flags) else { continue };
        let text = name.to_bytes();
        if text.starts_with(NEW.as_bytes()) {
            if age(&status) > ABANDONED {
                rustix::fs::unlinkat(directory, &name, AtFlags::empty()).ok();
            }
        } else if text.len() == 64 {
            // Blocks and not bytes: that is what a full disk has too little of.
            let size = status.st_blocks.unsigned_abs() * 512;
            total += size;
            entries.push((status.st_mtime, status.st_mtime_nsec, size, name));
        }
    }
    if total <= bytes && entries.len() < MOST_ENTRIES {
        return Ok(());
    }
    // A tenth more than is needed, so that not every compilation has to do this.
    let goal = bytes - bytes / 10;
    let mut left = entries.len();
    entries.sort_unstable();
    for (_, _, size, name) in entries {
        if total <= goal && left < MOST_ENTRIES {
            break;
        }
        rustix::fs::unlinkat(directory, &name, AtFlags::empty()).ok();
        total -= size;
        left -= 1;
    }
    Ok(())
}

fn age(status: &Stat) -> Duration {
    let written = UNIX_EPOCH + Duration::from_secs(u64::try_from(status.st_mtime).unwrap_or(0));
    SystemTime::now().duration_since(written).unwrap_or_default()
}
