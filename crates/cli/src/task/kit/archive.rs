//! The zip: the same files make the same bytes, and it is there whole or not at all.

use std::fs::{File, Permissions};
use std::io::{BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use sandglass_idl::kit::KitFile;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::failure::Failure;

/// Writes `files`, which are sorted.
pub(super) fn write(target: &Path, files: &[KitFile], force: bool) -> Result<(), Failure> {
    let failed = |error: &dyn std::fmt::Display| {
        Failure::usage(format!("cannot write {}: {error}", target.display()))
    };
    if !force && target.symlink_metadata().is_ok() {
        return Err(Failure::usage(format!("{} is there already", target.display()))
            .hint("give --force to write over it, or --output for another"));
    }
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let file = tempfile::NamedTempFile::new_in(folder).map_err(|error| failed(&error))?;
    fill(file.as_file(), files).map_err(|error| failed(&error))?;
    let mode = Permissions::from_mode(0o644);
    file.as_file().set_permissions(mode).map_err(|error| failed(&error))?;
    let put = if force { file.persist(target) } else { file.persist_noclobber(target) };
    put.map(drop).map_err(|error| failed(&error.error))
}

fn fill(file: &File, files: &[KitFile]) -> zip::result::ZipResult<()> {
    let mut writer = ZipWriter::new(BufWriter::new(file));
    for file in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            // The earliest that a zip can say.
            .last_modified_time(DateTime::default())
            .unix_permissions(if file.executable { 0o755 } else { 0o644 });
        writer.start_file(&file.path[..], options)?;
        writer.write_all(&file.content)?;
    }
    writer.finish()?.flush()?;
    Ok(())
}
