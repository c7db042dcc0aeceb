//! Which peers this host has.

use std::env;
use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Contender;
use super::bubblewrap::Bubblewrap;
use super::command::Commanded;
use super::firejail::Firejail;
use super::go_judge::GoJudge;
use super::isolate::Isolate;
use super::nsjail::Nsjail;
use super::oci::OciRuntime;
use crate::helper::HelperCommand;
use crate::scratch::Scratch;

/// What every contender's root directory has of the host's, read-only.
pub(super) const SYSTEM_DIRECTORIES: [&str; 4] = ["/usr", "/bin", "/lib", "/lib64"];

/// Administrators' directories that an ordinary user's `PATH` may lack.
const MORE_DIRECTORIES: [&str; 3] = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

/// The peers found in `PATH`, in the order of this list; `scratch` must outlive them.
pub fn peers(helper: &HelperCommand, scratch: &Scratch) -> Vec<Box<dyn Contender>> {
    let mut peers: Vec<Box<dyn Contender>> = Vec::new();
    let helper = || helper.clone();
    if let Some(program) = find("isolate") {
        peers.push(Box::new(Commanded::new(Isolate::new(program), helper())));
    }
    if let Some(program) = find("nsjail") {
        peers.push(Box::new(Commanded::new(Nsjail::new(program), helper())));
    }
    if let Some(program) = find("bwrap") {
        peers.push(Box::new(Commanded::new(Bubblewrap::new(program, scratch), helper())));
    }
    if let Some(program) = find("firejail") {
        peers.push(Box::new(Commanded::new(Firejail::new(program), helper())));
    }
    for name in ["crun", "runc"] {
        if let Some(program) = find(name) {
            let runtime = OciRuntime::new(name, program, scratch);
            peers.push(Box::new(Commanded::new(runtime, helper())));
        }
    }
    if let Some(program) = find("go-judge") {
        peers.push(Box::new(GoJudge::new(program, scratch)));
    }
    peers
}

/// The first executable file of that name.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    find_in(name, env::split_paths(&path).chain(MORE_DIRECTORIES.map(PathBuf::from)))
}

fn find_in(name: &str, directories: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    directories.filter(|directory| directory.is_absolute()).map(|path| path.join(name)).find(
        |path| {
            path.metadata()
                .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
        },
    )
}

/// The first line that a program prints when asked for its version; `None` when it fails.
pub(crate) fn version_of(program: &Path, option: impl AsRef<OsStr>) -> Option<String> {
    let output = Command::new(program)
        .arg(option)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    if !output.status.success() {
        return None;
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn finds_only_executable_files_and_the_first() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let make = |place: &str, mode: u32| {
            let place = directory.path().join(place);
            fs::create_dir(&place).expect("can be made");
            fs::write(place.join("tool"), "").expect("can be written");
            let permissions = fs::Permissions::from_mode(mode);
            fs::set_permissions(place.join("tool"), permissions).expect("is ours");
            place
        };
        let places = [make("plain", 0o644), make("first", 0o755), make("second", 0o755)];
        assert_eq!(find_in("tool", places.clone().into_iter()), Some(places[1].join("tool")));
        assert_eq!(find_in("other", places.into_iter()), None);
    }

    #[test]
    fn version_is_the_first_line_or_nothing() {
        assert_eq!(version_of(Path::new("/bin/echo"), "1.2").as_deref(), Some("1.2"));
        assert_eq!(version_of(Path::new("/bin/false"), "--version"), None);
    }
}
