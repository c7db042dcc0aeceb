//! `.zip`.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

use zip::ZipArchive;

use super::room::Room;
use crate::error::PackageError;

/// Bytes of a link's target, at most.
const LONGEST_TARGET: u64 = 4096;

/// Bits of a Unix mode that say what a file is.
const KIND: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;
const LINK: u32 = 0o120_000;

pub(super) fn unpack(mut file: File, room: &mut Room) -> Result<(), PackageError> {
    let claimed = claimed_entries(&mut file).map_err(|error| room.broken(error))?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| room.broken(error))?;
    // The crate keeps the last of several entries with one name; other readers take the first.
    if claimed.is_none_or(|claimed| claimed != archive.len() as u64) {
        return Err(room.broken("a name comes twice, or the directory is damaged"));
    }
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| room.broken(error))?;
        let name = entry.name_raw().to_vec();
        let mode = entry.unix_mode().unwrap_or(0);
        // What macOS and Windows leave in archives is no part of a package.
        if name.starts_with(b"__MACOSX/") {
            continue;
        }
        match mode & KIND {
            0 | REGULAR | FOLDER if name.ends_with(b"/") => room.folder(&name)?,
            FOLDER => room.folder(&name)?,
            0 | REGULAR => room.file(&name, mode & 0o100 != 0, &mut entry)?,
            LINK => {
                let mut target = Vec::new();
                entry
                    .take(LONGEST_TARGET + 1)
                    .read_to_end(&mut target)
                    .map_err(|error| room.broken(error))?;
                room.link(&name, &target)?;
            }
            _ => {
                let file = String::from_utf8_lossy(&name).into_owned();
                return Err(PackageError::NotRegular { file });
            }
        }
    }
    Ok(())
}

/// How many entries the end of the archive says there are.
fn claimed_entries(file: &mut File) -> std::io::Result<Option<u64>> {
    let length = file.seek(SeekFrom::End(0))?;
    // The record at the end, a comment of at most 64 KiB after it, and those of large archives
    // before it.
    let start = length.saturating_sub(22 + (64 << 10) + 20 + 56);
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    file.take(length - start).read_to_end(&mut tail)?;
    file.seek(SeekFrom::Start(0))?;
    let find = |signature: &[u8; 4]| tail.windows(4).rposition(|window| window == signature);
    let number = |at: usize, bytes: usize| {
        let digits = tail.get(at..at + bytes)?;
        Some(digits.iter().rev().fold(0, |number, &digit| number << 8 | u64::from(digit)))
    };
    let small = find(b"PK\x05\x06").and_then(|at| number(at + 10, 2));
    Ok(match small {
        Some(0xffff) => find(b"PK\x06\x06").and_then(|at| number(at + 32, 8)),
        small => small,
    })
}
