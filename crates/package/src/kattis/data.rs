//! `data/sample` and `data/secret` of `2025-09`: tests and groups in judging order.

use std::collections::{BTreeMap, BTreeSet};

use super::settings::{Place, Settings, read_group};
use super::text::{Constants, read_keys};
use crate::error::{PackageError, Warning};
use crate::group::{self, Aggregation, Group};
use crate::keys::Keys;
use crate::test_case::TestCase;
use crate::tree::{Entry, EntryKind, Tree, join};

/// Folders inside folders of test data, at most.
pub(super) const MOST_LEVELS: usize = 8;

/// Tests of a package, at most.
pub(super) const MOST_TESTS: usize = 100_000;

/// Name of a folder's settings.
const SETTINGS: &str = "test_group.yaml";

/// Where secret tests are.
pub(super) const SECRET: &str = "data/secret";

pub(super) fn no_secret_tests() -> PackageError {
    PackageError::Missing { file: SECRET.to_owned(), reason: "a problem has secret tests" }
}

/// Samples may be all that a small problem needs; its submissions are judged by them then.
pub(super) fn samples_alone() -> Warning {
    let message = "there is no test, so the samples alone decide".to_owned();
    Warning { file: SECRET.to_owned(), message }
}

/// What the readers of test data share.
pub(super) struct Reader<'a> {
    pub(super) tree: &'a Tree,
    pub(super) warnings: &'a mut Vec<Warning>,
    pub(super) constants: &'a Constants,
    pub(super) scoring: bool,
    pub(super) groups: Vec<Group>,
    pub(super) tests: Vec<TestCase>,
}

/// All tests: those of `sample` first, then those of `secret`, each in the order of their names.
pub(super) fn read(
    tree: &Tree,
    constants: &Constants,
    scoring: bool,
    warnings: &mut Vec<Warning>,
) -> Result<(Vec<Group>, Vec<TestCase>), PackageError> {
    let mut root = Group::new("", None);
    root.aggregation = if scoring { Aggregation::Sum } else { Aggregation::PassFail };
    let mut reader =
        Reader { tree, warnings, constants, scoring, groups: vec![root], tests: Vec::new() };
    let above = reader.root_settings()?;
    let sample = group::add(&mut reader.groups, 0, "sample");
    if tree.contains("data/sample")? {
        let mut above = above.clone();
        above.full_feedback = true;
        reader.group(sample, Place::Sample, &above)?;
    } else {
        reader.groups[sample].scored = false;
    }
    let samples = reader.tests.len();
    let judged_by_samples = samples > 0 && !scoring;
    if tree.contains(SECRET)? {
        let secret = group::add(&mut reader.groups, 0, "secret");
        reader.group(secret, Place::Secret, &above)?;
    } else if !judged_by_samples {
        return Err(no_secret_tests());
    }
    let statically = reader.groups.iter().any(|group| group.static_validation.is_some());
    if reader.tests.len() == samples && !statically {
        if !judged_by_samples {
            return Err(PackageError::Layout {
                file: SECRET.to_owned(),
                reason: "there is no test",
            });
        }
        reader.warnings.push(samples_alone());
    }
    reader.check_points()?;
    reader.check_dependencies()?;
    Ok((reader.groups, reader.tests))
}

impl Reader<'_> {
    /// Settings of all tests, which packages have from a draft of the format, and BAPCtools reads.
    fn root_settings(&mut self) -> Result<Settings, PackageError> {
        let file = join("data", SETTINGS);
        if !self.tree.contains(&file)? {
            return Ok(Settings::default());
        }
        let mut keys = read_keys(self.tree, &file, self.constants)?;
        let settings = Settings::default().read(&mut keys)?;
        keys.finish(self.warnings);
        let message = "the format has it in data/sample and data/secret; read for both".to_owned();
        self.warnings.push(Warning { file, message });
        Ok(settings)
    }

    /// A folder that is a group, with its settings.
    fn group(&mut self, index: usize, place: Place, above: &Settings) -> Result<(), PackageError> {
        let name = self.groups[index].name.clone();
        let folder = join("data", &name);
        let file = join(&folder, SETTINGS);
        let entries = self.tree.list(&folder)?;
        let present =
            entries.iter().any(|entry| entry.kind == EntryKind::File && entry.name == SETTINGS);
        let mut keys =
            if present { read_keys(self.tree, &file, self.constants)? } else { Keys::empty(&file) };
        let settings = above.read(&mut keys)?;
        let group = &mut self.groups[index];
        group.full_feedback = settings.full_feedback;
        read_group(&mut keys, group, place, self.scoring, self.warnings)?;
        keys.finish(self.warnings);
        let before = self.tests.len();
        self.folder(index, &name, entries, &settings, 0)?;
        let group = &self.groups[index];
        let empty = self.tests.len() == before && group.static_validation.is_none();
        if empty && matches!(place, Place::Group { .. }) {
            if self.scoring {
                return Err(PackageError::Layout { file: folder, reason: "there is no test" });
            }
            let message = "there is no test".to_owned();
            self.warnings.push(Warning { file: folder, message });
        }
        Ok(())
    }

    /// Tests and folders of a folder, in the order of their names.
    fn folder(
        &mut self,
        group: usize,
        name: &str,
        entries: Vec<Entry>,
        settings: &Settings,
        level: usize,
    ) -> Result<(), PackageError> {
        let folder = join("data", name);
        if level == MOST_LEVELS {
            let bound = MOST_LEVELS as u64;
            return Err(PackageError::TooLarge { file: folder, bound, unit: "levels" });
        }
        let is_group = name == self.groups[group].name;
        let mut found = Found::default();
        for entry in &entries {
            found.see(entry);
        }
        let mut below_group = None;
        if !is_group && entries.iter().any(|entry| entry.name == SETTINGS) {
            let file = join(&folder, SETTINGS);
            if self.scoring {
                return Err(PackageError::Layout { file, reason: "there are no groups in groups" });
            }
            // What a pass-fail problem says there is how its tests are run, and that can be done.
            let mut keys = read_keys(self.tree, &file, self.constants)?;
            below_group = Some(settings.read(&mut keys)?);
            keys.finish(self.warnings);
            let message = "the format has no groups in groups".to_owned();
            self.warnings.push(Warning { file, message });
        }
        let settings = below_group.as_ref().unwrap_or(settings);
        found.report_stray(&folder, self.warnings);
        if found.check(name, &folder)? {
            const MIXED: &str = "there are both tests and groups";
            if self.scoring {
                return Err(PackageError::Layout { file: folder, reason: MIXED });
            }
            let message = MIXED.to_owned();
            self.warnings.push(Warning { file: folder.clone(), message });
        }
        let mut all: Vec<&str> = found.tests.keys().copied().collect();
        all.extend(&found.folders);
        // One order for both, by name, so that a test and a folder beside it keep their places.
        all.sort_unstable();
        for entry in all {
            let below = join(name, entry);
            match found.tests.get(entry) {
                Some(files) => self.test(group, &below, *files, settings)?,
                None if name == "secret" => {
                    let bounded = self.groups[group].max_score.is_some() && self.scoring;
                    let index = group::add(&mut self.groups, group, below);
                    self.group(index, Place::Group { bounded }, settings)?;
                }
                None => {
                    let entries = self.tree.list(&join("data", &below))?;
                    self.folder(group, &below, entries, settings, level + 1)?;
                }
            }
        }
        Ok(())
    }

    fn test(
        &mut self,
        group: usize,
        name: &str,
        files: Files,
        above: &Settings,
    ) -> Result<(), PackageError> {
        let mut test = read_test(self.tree, name, files, above, self.warnings)?;
        if !files.answer {
            let file = format!("data/{name}.ans");
            return Err(PackageError::Missing { file, reason: "every test has an answer" });
        }
        if self.tests.len() == MOST_TESTS {
            let (file, bound) = ("data".to_owned(), MOST_TESTS as u64);
            return Err(PackageError::TooLarge { file, bound, unit: "tests" });
        }
        test.group = group;
        self.groups[group].tests.push(self.tests.len());
        self.tests.push(test);
        Ok(())
    }

    /// The points of groups are not to be more than those of `secret` can hold.
    fn check_points(&mut self) -> Result<(), PackageError> {
        let Some(secret) = self.groups.iter().position(|group| group.name == "secret") else {
            return Ok(());
        };
        let group = &self.groups[secret];
        if !self.scoring || group.children.is_empty() {
            return Ok(());
        }
        let children: Vec<&Group> =
            group.children.iter().map(|&child| &self.groups[child]).collect();
        if group.aggregation == Aggregation::PassFail
            && children.iter().any(|child| child.aggregation != Aggregation::PassFail)
        {
            return Err(PackageError::Layout {
                file: "data/secret/test_group.yaml".to_owned(),
                reason: "where secret passes or fails, so do all of its groups",
            });
        }
        let sum: f64 = children.iter().filter_map(|child| child.max_score).sum();
        if let (Some(most), Aggregation::Sum) = (group.max_score, group.aggregation)
            && sum != most
        {
            let message = format!("its groups have {sum} points together, and secret has {most}");
            self.warnings.push(Warning { file: "data/secret".to_owned(), message });
        }
        Ok(())
    }

    /// `require_pass` names groups that come earlier and pass or fail.
    fn check_dependencies(&self) -> Result<(), PackageError> {
        for (index, group) in self.groups.iter().enumerate() {
            for required in &group.require_pass {
                let wrong = |reason: &str| PackageError::Key {
                    file: join(&join("data", &group.name), SETTINGS),
                    key: "require_pass".to_owned(),
                    reason: format!("{required}: {reason}"),
                };
                let Some(at) = self.groups.iter().position(|other| other.name == *required) else {
                    return Err(wrong("there is no such group"));
                };
                if at >= index || at == 0 {
                    return Err(wrong("a group can depend only on groups before it"));
                }
                if self.groups[at].aggregation != Aggregation::PassFail {
                    return Err(wrong("it must be a group that passes or fails"));
                }
            }
        }
        Ok(())
    }
}

/// One test's files and settings, without a group.
pub(super) fn read_test(
    tree: &Tree,
    name: &str,
    files: Files,
    above: &Settings,
    warnings: &mut Vec<Warning>,
) -> Result<TestCase, PackageError> {
    let file = |ending: &str| format!("data/{name}.{ending}");
    if !files.input {
        let ending = match (files.answer, files.settings) {
            (true, _) => "ans",
            (false, true) => "yaml",
            (false, false) => "files",
        };
        let reason = "there is no .in beside it";
        return Err(PackageError::Layout { file: file(ending), reason });
    }
    let mut test = TestCase { name: name.to_owned(), input: file("in"), ..TestCase::default() };
    test.answer = files.answer.then(|| file("ans"));
    test.files = files.folder.then(|| file("files"));
    let mut settings = above.clone();
    if files.settings {
        let mut keys = read_keys(tree, &file("yaml"), &Constants::default())?;
        settings = above.read(&mut keys)?;
        test.hint = keys.string("hint")?;
        test.description = keys.string("description")?;
        keys.finish(warnings);
    }
    test.output_name = name.rsplit('/').next().map(|name| format!("{name}.out"));
    settings.apply(&mut test);
    Ok(test)
}

/// Endings that stand beside a test's input without changing how it is judged.
const BESIDE: &[&str] = &[
    "in.statement",
    "in.download",
    "ans.statement",
    "ans.download",
    "out",
    "interaction",
    "png",
    "jpg",
    "jpeg",
    "svg",
];

/// What a folder of test data holds.
#[derive(Default)]
pub(super) struct Found<'a> {
    pub(super) tests: BTreeMap<&'a str, Files>,
    pub(super) folders: BTreeSet<&'a str>,
    /// Tests that have a `.out`.
    pub(super) outputs: BTreeSet<&'a str>,
    stray: Vec<&'a str>,
}

/// Which of the files that matter a test has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Files {
    pub(super) input: bool,
    pub(super) answer: bool,
    settings: bool,
    folder: bool,
}

impl<'a> Found<'a> {
    pub(super) fn see(&mut self, entry: &'a Entry) {
        let name = entry.name.as_str();
        if entry.kind == EntryKind::Folder {
            match name.strip_suffix(".files") {
                Some(test) => self.tests.entry(test).or_default().folder = true,
                None => _ = self.folders.insert(name),
            }
        } else if name == SETTINGS {
            // The settings of the folder, and no test.
        } else if let Some((test, ending)) = split(name) {
            let files = self.tests.entry(test).or_default();
            match ending {
                "in" => files.input = true,
                "ans" => files.answer = true,
                _ => files.settings = true,
            }
        } else if let Some(test) = name.strip_suffix(".out") {
            self.outputs.insert(test);
        } else if !stands_beside(name) {
            self.stray.push(name);
        }
    }

    /// Warns of files that belong to no test.
    pub(super) fn report_stray(&self, folder: &str, warnings: &mut Vec<Warning>) {
        for stray in &self.stray {
            let message = "belongs to no test".to_owned();
            warnings.push(Warning { file: join(folder, stray), message });
        }
    }

    /// Whether there are tests beside groups.
    fn check(&self, name: &str, folder: &str) -> Result<bool, PackageError> {
        let wrong = |reason| Err(PackageError::Layout { file: folder.to_owned(), reason });
        if name == "sample" && !self.folders.is_empty() {
            return wrong("samples have no groups");
        }
        if self.folders.iter().any(|name| self.tests.contains_key(name)) {
            return wrong("a test and a folder have the same name");
        }
        Ok(name == "secret" && !self.folders.is_empty() && !self.tests.is_empty())
    }
}

/// Test and ending of a file that makes or configures a test; `None` for any other.
fn split(file: &str) -> Option<(&str, &str)> {
    if stands_beside(file) {
        return None;
    }
    file.rsplit_once('.').filter(|(_, ending)| matches!(*ending, "in" | "ans" | "yaml"))
}

fn stands_beside(file: &str) -> bool {
    BESIDE
        .iter()
        .any(|ending| file.strip_suffix(ending).is_some_and(|before| before.ends_with('.')))
}
