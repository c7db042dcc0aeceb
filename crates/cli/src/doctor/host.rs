//! Files below /proc and /sys, and those of another machine in tests.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the files of a machine are.
#[derive(Debug, Clone)]
pub(super) struct Host {
    root: PathBuf,
}

impl Host {
    /// This machine.
    pub(super) fn running() -> Self {
        Self::below("/")
    }

    /// A machine whose files were laid out below a directory.
    pub(super) fn below(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The same file on the host; `relative` has no slash in front.
    pub(super) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// Its text without the white space around; `None` where it is not there or not for us.
    pub(super) fn text(&self, relative: impl AsRef<Path>) -> Option<String> {
        Some(fs::read_to_string(self.path(relative)).ok()?.trim().to_owned())
    }

    /// Its text as a number.
    pub(super) fn number(&self, relative: impl AsRef<Path>) -> Option<i64> {
        self.text(relative)?.parse().ok()
    }

    pub(super) fn exists(&self, relative: impl AsRef<Path>) -> bool {
        self.path(relative).exists()
    }

    /// The number of kernel release `major.minor`, as in `(6, 18)`.
    pub(super) fn kernel(&self) -> Option<(u32, u32)> {
        let release = self.text("proc/sys/kernel/osrelease")?;
        let mut numbers = release.split(|c: char| !c.is_ascii_digit());
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    }

    /// The rest of the first line of a file that starts with `key`.
    pub(super) fn line(&self, relative: &str, key: &str) -> Option<String> {
        let text = self.text(relative)?;
        Some(text.lines().find_map(|line| line.strip_prefix(key))?.trim().to_owned())
    }

    /// The value in square brackets of a file that lists choices (`always [madvise] never`).
    pub(super) fn chosen(&self, relative: &str) -> Option<String> {
        let text = self.text(relative)?;
        let (_, rest) = text.split_once('[')?;
        Some(rest.split_once(']')?.0.to_owned())
    }

    /// Whether this looks like the inside of a container.
    pub(super) fn in_container(&self) -> bool {
        self.exists(".dockerenv")
            || self.exists("run/.containerenv")
            || self.exists("run/secrets/kubernetes.io")
            || self.text("run/systemd/container").is_some()
    }

    /// Whether systemd is the init system.
    pub(super) fn has_systemd(&self) -> bool {
        self.exists("run/systemd/system")
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A machine with these files and nothing else.
    pub(in crate::doctor) fn made_of(files: &[(&str, &str)]) -> (tempfile::TempDir, Host) {
        let directory = tempfile::tempdir().expect("a temporary directory");
        for (name, text) in files {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().expect("has a parent")).expect("writable");
            fs::write(path, text).expect("writable");
        }
        let host = Host::below(directory.path());
        (directory, host)
    }

    #[test]
    fn reads_releases_choices_and_lines() {
        let (_directory, host) = made_of(&[
            ("proc/sys/kernel/osrelease", "6.1.0-21-amd64\n"),
            ("sys/thp", "always [madvise] never\n"),
            ("proc/self/status", "Name:\tx\nSeccomp:\t2\n"),
            ("number", "-1\n"),
        ]);
        assert_eq!(host.kernel(), Some((6, 1)));
        assert_eq!(host.chosen("sys/thp").as_deref(), Some("madvise"));
        assert_eq!(host.line("proc/self/status", "Seccomp:").as_deref(), Some("2"));
        assert_eq!(host.number("number"), Some(-1));
        assert!(!host.in_container() && !host.has_systemd());
    }
}
