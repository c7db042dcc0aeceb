//! What Sip does to a package beside making tests: obsolete tests go, and seeds change.

use rustix::fs::{self, AtFlags};
use rustix::io::Errno;

use super::make_folder;
use crate::error::PackageError;
use crate::kattis::text::read_text;
use crate::package::Package;
use crate::problem::Format;
use crate::sim::{SIMFILE, SIPFILE, array, replace_array, replace_seed};
use crate::test_case::TestCase;

impl Package {
    /// The tests that were made neither by hand nor by a generator that the package still names; none
    /// where it does not say which tests were made by hand.
    pub fn obsolete_tests(&self) -> Vec<&TestCase> {
        let Some(by_hand) = &self.static_tests else { return Vec::new() };
        let generated = |name: &str| self.generated_tests.iter().any(|test| test.test == name);
        let kept = |test: &&TestCase| by_hand.contains(&test.name) || generated(&test.name);
        self.tests.iter().filter(|test| !kept(test)).collect()
    }

    /// Removes the files of the obsolete tests, and their limits; gives the paths that are gone.
    ///
    /// # Errors
    /// Those of [`Package::replace`].
    pub fn remove_obsolete_tests(&self) -> Result<Vec<String>, PackageError> {
        let obsolete = self.obsolete_tests();
        let mut removed = Vec::new();
        for test in &obsolete {
            for file in [Some(&test.input), test.answer.as_ref()].into_iter().flatten() {
                if self.remove(file)? {
                    removed.push(file.clone());
                }
            }
        }
        if self.problem.format != Format::Sim || !self.tree().contains(SIMFILE)? {
            return Ok(removed);
        }
        let text = read_text(self.tree(), SIMFILE)?;
        let is_obsolete = |entry: &str| {
            let name = entry.split_whitespace().next();
            obsolete.iter().any(|test| Some(test.name.as_str()) == name)
        };
        let mut changed = text.clone();
        for key in ["limits", "tests_files"] {
            if let Some(entries) = array(&changed, key)?
                && entries.iter().any(|entry| is_obsolete(entry))
            {
                let kept: Vec<String> =
                    entries.into_iter().filter(|entry| !is_obsolete(entry)).collect();
                changed = replace_array(&changed, key, &kept)?;
            }
        }
        if changed != text {
            self.replace(SIMFILE, &mut changed.as_bytes())?;
        }
        Ok(removed)
    }

    /// Gives the generators' tests other seeds.
    ///
    /// # Errors
    /// [`PackageError::Unsupported`] where the format has no seeds; those of [`Package::replace`].
    pub fn reseed(&self, seed: u64) -> Result<(), PackageError> {
        if self.problem.format != Format::Sim || !self.tree().contains(SIPFILE)? {
            return Err(PackageError::Unsupported {
                file: self.problem.name.clone(),
                feature: "a base seed: only a Sipfile has one".to_owned(),
            });
        }
        let text = replace_seed(&read_text(self.tree(), SIPFILE)?, seed)?;
        self.replace(SIPFILE, &mut text.as_bytes()).map(|_| ())
    }

    /// Removes a file, and says whether it was there. No link is followed on the way.
    fn remove(&self, file: &str) -> Result<bool, PackageError> {
        if self.tree().is_temporary() {
            let reason = "the package is an archive, which is not changed: unpack it";
            return Err(PackageError::Layout { file: file.to_owned(), reason });
        }
        let (folder, base) = file.rsplit_once('/').unwrap_or(("", file));
        let parent = make_folder(self.tree(), folder)?;
        match fs::unlinkat(&parent, base, AtFlags::empty()) {
            Ok(()) => Ok(true),
            Err(Errno::NOENT) => Ok(false),
            Err(errno) => Err(PackageError::Write { file: file.to_owned(), source: errno.into() }),
        }
    }
}
