//! `.tar`, as it is or decompressed.

use std::io::Read;

use tar::{Archive, Entry, EntryType};

use super::room::Room;
use crate::error::PackageError;

/// Bytes of an entry that only names the next one, at most.
const LONGEST_NAME: u64 = 64 << 10;

/// What stands before an entry and holds for it.
#[derive(Default)]
struct Ahead {
    name: Option<Vec<u8>>,
    target: Option<Vec<u8>>,
}

/// Unpacks a whole archive. Entries are taken raw: the crate would read long names of any length
/// into memory.
pub(super) fn unpack(archive: impl Read, room: &mut Room) -> Result<(), PackageError> {
    let mut archive = Archive::new(archive);
    let entries = archive.entries().map_err(|error| room.broken(error))?.raw(true);
    let mut ahead = Ahead::default();
    for entry in entries {
        let mut entry = entry.map_err(|error| room.broken(error))?;
        let kind = entry.header().entry_type();
        match kind {
            EntryType::GNULongName => ahead.name = Some(long(&mut entry, room)?),
            EntryType::GNULongLink => ahead.target = Some(long(&mut entry, room)?),
            EntryType::XHeader => records(&long(&mut entry, room)?, &mut ahead, room)?,
            EntryType::XGlobalHeader => _ = long(&mut entry, room)?,
            _ => {
                let ahead = std::mem::take(&mut ahead);
                let name = ahead.name.unwrap_or_else(|| entry.path_bytes().into_owned());
                match kind {
                    EntryType::Regular | EntryType::Continuous => {
                        // Old archives mark a folder by the slash alone.
                        if name.ends_with(b"/") {
                            room.folder(&name)?;
                        } else {
                            let mode = entry.header().mode().unwrap_or(0);
                            room.file(&name, mode & 0o100 != 0, &mut entry)?;
                        }
                    }
                    EntryType::Directory => room.folder(&name)?,
                    EntryType::Symlink => {
                        let target = match ahead.target {
                            Some(target) => target,
                            None => entry.link_name_bytes().unwrap_or_default().into_owned(),
                        };
                        room.link(&name, &target)?;
                    }
                    _ => {
                        let file = String::from_utf8_lossy(&name).into_owned();
                        return Err(PackageError::NotRegular { file });
                    }
                }
            }
        }
    }
    Ok(())
}

/// The content of an entry that describes the next, without the zero byte at its end.
fn long<R: Read>(entry: &mut Entry<'_, R>, room: &Room) -> Result<Vec<u8>, PackageError> {
    let mut content = Vec::new();
    entry.take(LONGEST_NAME + 1).read_to_end(&mut content).map_err(|error| room.broken(error))?;
    if content.len() as u64 > LONGEST_NAME {
        return Err(room.broken("a header is too long"));
    }
    while content.last() == Some(&0) {
        content.pop();
    }
    Ok(content)
}

/// Records `length key=value\n` of POSIX's extended header.
fn records(content: &[u8], ahead: &mut Ahead, room: &Room) -> Result<(), PackageError> {
    let wrong = || room.broken("an extended header is malformed");
    let mut rest = content;
    while !rest.is_empty() {
        let space = rest.iter().position(|&byte| byte == b' ').ok_or_else(wrong)?;
        let length: usize = std::str::from_utf8(&rest[..space])
            .ok()
            .and_then(|digits| digits.parse().ok())
            .filter(|&length| length > space + 1 && length <= rest.len())
            .ok_or_else(wrong)?;
        let record = rest[space + 1..length].strip_suffix(b"\n").ok_or_else(wrong)?;
        let equals = record.iter().position(|&byte| byte == b'=').ok_or_else(wrong)?;
        let (key, value) = (&record[..equals], record[equals + 1..].to_vec());
        match key {
            b"path" => ahead.name = Some(value),
            b"linkpath" => ahead.target = Some(value),
            // Files of more than 8 GiB, and files with holes: none is of a package.
            b"size" | b"GNU.sparse.major" | b"GNU.sparse.map" => return Err(wrong()),
            _ => {}
        }
        rest = &rest[length..];
    }
    Ok(())
}
