//! Defences that newer kernels alone make a wall.

use std::fmt;

/// What the kernel must have for a defence to stop an attack by itself. Without it the attack's other
/// walls stand alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WallNeed {
    /// Landlock of this version or a later one.
    LandlockVersion(u32),
    /// Linux of this version (major, minor) or a later one, where there is nothing to ask it.
    LinuxVersion(u32, u32),
}

impl WallNeed {
    /// Whether a kernel has it: its Landlock's version (0 for none), and its release as uname(2) tells.
    #[must_use]
    pub fn is_met(self, landlock: u32, release: &str) -> bool {
        match self {
            Self::LandlockVersion(wanted) => landlock >= wanted,
            Self::LinuxVersion(major, minor) => {
                let mut numbers = release
                    .split(|letter: char| !letter.is_ascii_digit())
                    .map(|word| word.parse::<u32>().unwrap_or(0));
                let mut next = || numbers.next().unwrap_or(0);
                (next(), next()) >= (major, minor)
            }
        }
    }
}

impl fmt::Display for WallNeed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LandlockVersion(version) => write!(formatter, "Landlock version {version}"),
            Self::LinuxVersion(major, minor) => write!(formatter, "Linux {major}.{minor}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers_and_not_text() {
        let needed = WallNeed::LinuxVersion(6, 14);
        assert!(!needed.is_met(9, "6.1.0-56-cloud-amd64"));
        assert!(!needed.is_met(9, "5.15.0"));
        assert!(needed.is_met(0, "6.14"));
        assert!(needed.is_met(0, "7.0-rc1"));
        assert!(!needed.is_met(0, ""));
        assert!(WallNeed::LandlockVersion(6).is_met(6, ""));
        assert!(!WallNeed::LandlockVersion(6).is_met(2, "9.9"));
    }
}
