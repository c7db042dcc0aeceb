//! Which file PROGRAM means: one that is seen inside, or one of the host that is handed in.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::arguments::MountArguments;
use crate::failure::Failure;

/// Directories in which a name without a slash is looked up, inside; `/bin` is a link to one of
/// them on most hosts.
const SEARCHED: [&str; 2] = ["/usr/bin", "/bin"];

/// What the system view shows of the host at the same place.
const SYSTEM: [&str; 4] = ["/usr", "/bin", "/lib", "/lib64"];

/// Where the program comes from.
#[derive(Debug)]
pub(super) enum Program {
    /// A path inside.
    Inside(PathBuf),
    /// A file of the host that no mount shows, and the name that it is to have.
    Handed(Arc<OwnedFd>, String),
}

pub(super) fn find(program: &OsStr, mounts: &MountArguments) -> Result<Program, Failure> {
    let path = Path::new(program);
    if program.is_empty() {
        return Err(Failure::usage("the name of the program is empty"));
    }
    if !program.as_encoded_bytes().contains(&b'/') {
        return by_name(path, mounts);
    }
    if path.is_absolute() && shown(path, mounts) {
        return Ok(Program::Inside(path.to_owned()));
    }
    let outside = std::path::absolute(path)
        .map_err(|error| Failure::usage(format!("'{}': {error}", path.display())))?;
    match through_bind(&outside, mounts) {
        Some(inside) => Ok(Program::Inside(inside)),
        None => hand_in(&outside),
    }
}

/// A name without a slash.
fn by_name(name: &Path, mounts: &MountArguments) -> Result<Program, Failure> {
    for directory in SEARCHED {
        let candidate = Path::new(directory).join(name);
        // Under a mount of the caller's we cannot know what is there; the kernel will say.
        let overlaid = mounts.bind.iter().any(|bind| candidate.starts_with(&bind.target));
        if overlaid || candidate.symlink_metadata().is_ok() {
            return Ok(Program::Inside(candidate));
        }
    }
    let missing = format!("there is no program '{}' in /usr/bin or /bin", name.display());
    let failure = Failure::usage(missing);
    Err(if name.is_file() {
        failure.hint(format!("for the file in this directory write ./{}", name.display()))
    } else {
        failure.hint("give a path, such as ./a.out")
    })
}

/// Whether the file tree of the run has something at this absolute path.
fn shown(path: &Path, mounts: &MountArguments) -> bool {
    // `..` may lead out of a mount; then the file is looked up outside like any other.
    if path.components().any(|part| part == Component::ParentDir) {
        return false;
    }
    let system = SYSTEM.iter().map(Path::new);
    let binds = mounts.bind.iter().map(|bind| bind.target.as_path());
    let tmpfs = mounts.tmpfs.iter().map(|tmpfs| tmpfs.target.as_path());
    system.chain(binds).chain(tmpfs).any(|root| path.starts_with(root))
}

/// The path inside of a file of the host that a bind shows somewhere.
fn through_bind(outside: &Path, mounts: &MountArguments) -> Option<PathBuf> {
    // Later mounts cover earlier ones.
    mounts.bind.iter().rev().find_map(|bind| {
        let rest = outside.strip_prefix(&bind.source).ok()?;
        Some(if rest.as_os_str().is_empty() { bind.target.clone() } else { bind.target.join(rest) })
    })
}

/// Opens a file of the host for the run.
fn hand_in(path: &Path) -> Result<Program, Failure> {
    let shown = path.display();
    let failed = |error: std::io::Error| Failure::usage(format!("cannot run '{shown}': {error}"));
    let mut file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if !metadata.is_file() {
        return Err(Failure::usage(format!("cannot run '{shown}': it is no regular file")));
    }
    let mut start = [0_u8; 2];
    if file.read_exact(&mut start).is_ok() && start == *b"#!" {
        // The kernel would start the interpreter with a path that does not exist inside.
        return Err(Failure::usage(format!("'{shown}' is a script, which must be visible inside"))
            .hint(format!("show it: sandglass run --bind {shown}:/script -- /script")));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Program::Handed(Arc::new(file.into()), name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value;

    fn mounts(binds: &[&str], tmpfs: &[&str]) -> MountArguments {
        MountArguments {
            bind: binds.iter().map(|text| value::bind(text).expect("valid")).collect(),
            tmpfs: tmpfs.iter().map(|text| value::tmpfs(text).expect("valid")).collect(),
            proc: false,
            copy_in: Vec::new(),
            copy_out: Vec::new(),
        }
    }

    /// The path inside, `handed NAME`, or the message.
    fn found(program: &str, mounts: &MountArguments) -> String {
        match find(OsStr::new(program), mounts) {
            Ok(Program::Inside(path)) => path.display().to_string(),
            Ok(Program::Handed(_, name)) => format!("handed {name}"),
            Err(failure) => failure.message,
        }
    }

    #[test]
    fn a_name_is_looked_up_where_programs_are() {
        let none = mounts(&[], &[]);
        assert_eq!(found("true", &none), "/usr/bin/true");
        assert!(found("no-such-program", &none).starts_with("there is no program"));
    }

    #[test]
    fn what_is_shown_is_taken_from_inside() {
        let some = mounts(&["/srv/a:/box"], &["/tmp"]);
        for inside in ["/usr/bin/env", "/bin/sh", "/box/a.out", "/tmp/a.out"] {
            assert_eq!(found(inside, &some), inside);
        }
        assert_eq!(found("/srv/a/b/run", &some), "/box/b/run");
        assert!(found("/boxes/a.out", &some).contains("No such file"));
        assert!(found("/usr/../no-such-file", &some).contains("No such file"));
    }

    #[test]
    fn other_files_are_handed_in_unless_they_are_scripts() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let make = |name: &str, content: &[u8]| {
            let path = directory.path().join(name);
            std::fs::write(&path, content).expect("writable");
            path.display().to_string()
        };
        let none = mounts(&[], &[]);
        assert_eq!(found(&make("a.out", b"\x7fELF"), &none), "handed a.out");
        assert!(found(&make("run.sh", b"#!/bin/sh\n"), &none).contains("is a script"));
        let this = directory.path().display().to_string();
        assert!(found(&this, &none).contains("no regular file"));
    }
}
