//! Which compiler it is, without asking it: a question costs as much as a compilation.

use std::ffi::OsStr;
use std::fs::Metadata;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use sandglass_languages::Language;
use sha2::{Digest, Sha256};

/// What changes when the system's packages do. A compiler is more than its program: the file that is
/// called may be a driver of others, and headers and libraries go into what it makes.
const SYSTEM: &[&str] = &[
    "/etc/ld.so.cache",
    "/lib/apk/db/installed",
    "/usr/include",
    "/usr/lib/sysimage/rpm/rpmdb.sqlite",
    "/usr/local/include",
    "/usr/local/lib",
    "/var/lib/dpkg/status",
    "/var/lib/pacman/local",
    "/var/lib/rpm/rpmdb.sqlite",
];

/// A hash of where a language's programs are, which files they are, and the state of the system's
/// packages. Files are told apart by number, size and times: the time of change is the kernel's to
/// set, so a replaced compiler differs even where its name, version and date do not.
pub(crate) fn identity(language: &Language) -> [u8; 32] {
    let mut hash = Sha256::new();
    let programs = language.programs.iter().map(|program| program.path.as_str());
    let mounts = language.mounts.iter().map(|mount| mount.source.as_str());
    let commands = language.version_command.first().map(String::as_str);
    for path in programs.chain(mounts).chain(commands).chain(SYSTEM.iter().copied()) {
        let path = Path::new(path);
        let real = path.canonicalize();
        let name = real.as_deref().map_or(path.as_os_str(), Path::as_os_str);
        feed(&mut hash, name, std::fs::metadata(name).ok());
    }
    hash.finalize().into()
}

fn feed(hash: &mut Sha256, name: &OsStr, status: Option<Metadata>) {
    hash.update((name.len() as u64).to_le_bytes());
    hash.update(name.as_bytes());
    let figures = status.map_or([0; 7], |status| {
        [
            status.dev() as i64,
            status.ino() as i64,
            status.size() as i64,
            status.mtime(),
            status.mtime_nsec(),
            status.ctime(),
            status.ctime_nsec(),
        ]
    });
    for figure in figures {
        hash.update(figure.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replaced_compiler_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let compiler = folder.path().join("compiler");
        let text = format!(
            "code = 'x'\nname = 'X'\nextensions = ['x']\nprograms.compiler.paths = ['{}']\n\
             run.command = ['{{compiler}}']\nversion.command = ['{{compiler}}']\n",
            compiler.display()
        );
        let now = || {
            let language = Language::parse("x.toml", &text).unwrap().remove(0);
            assert_eq!(identity(&language), identity(&language));
            identity(&language)
        };
        let missing = now();
        std::fs::write(&compiler, "1").unwrap();
        let first = now();
        let time = std::fs::metadata(&compiler).unwrap().modified().unwrap();
        // The same name, size and date.
        std::fs::write(folder.path().join("new"), "2").unwrap();
        std::fs::rename(folder.path().join("new"), &compiler).unwrap();
        std::fs::File::options().write(true).open(&compiler).unwrap().set_modified(time).unwrap();
        let second = now();
        assert!(missing != first && first != second && second != missing);
    }
}
