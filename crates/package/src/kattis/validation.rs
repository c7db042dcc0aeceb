//! `data/invalid_input`, `data/invalid_output` and `data/valid_output`: what validators are to
//! reject or accept.

use super::data::{Found, MOST_LEVELS, MOST_TESTS, read_test};
use super::settings::Settings;
use super::text::{Constants, read_keys};
use crate::error::{PackageError, Warning};
use crate::test_case::{ValidationCase, ValidationKind};
use crate::tree::{Tree, join};

/// The folders, and what each asks for.
pub(crate) const FOLDERS: [(&str, ValidationKind); 3] = [
    ("invalid_input", ValidationKind::InvalidInput),
    ("invalid_output", ValidationKind::InvalidOutput),
    ("valid_output", ValidationKind::ValidOutput),
];

pub(super) fn read(
    tree: &Tree,
    constants: &Constants,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<ValidationCase>, PackageError> {
    let mut cases = Vec::new();
    for (folder, kind) in FOLDERS {
        if tree.contains(&join("data", folder))? {
            let mut reader = Reader { tree, constants, kind, warnings, cases: &mut cases };
            reader.folder(folder, &Settings::default(), 0)?;
        }
    }
    Ok(cases)
}

struct Reader<'a> {
    tree: &'a Tree,
    constants: &'a Constants,
    kind: ValidationKind,
    warnings: &'a mut Vec<Warning>,
    cases: &'a mut Vec<ValidationCase>,
}

impl Reader<'_> {
    fn folder(&mut self, name: &str, above: &Settings, level: usize) -> Result<(), PackageError> {
        let folder = join("data", name);
        if level == MOST_LEVELS {
            let bound = MOST_LEVELS as u64;
            return Err(PackageError::TooLarge { file: folder, bound, unit: "levels" });
        }
        let entries = self.tree.list(&folder)?;
        let mut settings = above.clone();
        if entries.iter().any(|entry| entry.name == "test_group.yaml") {
            let file = join(&folder, "test_group.yaml");
            let mut keys = read_keys(self.tree, &file, self.constants)?;
            settings = above.read(&mut keys)?;
            keys.accept(&["description"]);
            keys.finish(self.warnings);
        }
        let mut found = Found::default();
        for entry in &entries {
            found.see(entry);
        }
        for (test, files) in &found.tests {
            let name = join(name, test);
            let test_case = read_test(self.tree, &name, *files, &settings, self.warnings)?;
            let needs_output = self.kind != ValidationKind::InvalidInput;
            let missing = |ending: &str, reason| PackageError::Missing {
                file: format!("data/{name}.{ending}"),
                reason,
            };
            if needs_output && !files.answer {
                return Err(missing("ans", "the output is judged with it"));
            }
            if needs_output && !found.outputs.contains(test) {
                return Err(missing("out", "it is what is judged"));
            }
            if self.cases.len() == MOST_TESTS {
                let bound = MOST_TESTS as u64;
                return Err(PackageError::TooLarge { file: folder, bound, unit: "tests" });
            }
            let output = needs_output.then(|| format!("data/{name}.out"));
            self.cases.push(ValidationCase { kind: self.kind, test: test_case, output });
        }
        for below in &found.folders {
            self.folder(&join(name, below), &settings, level + 1)?;
        }
        Ok(())
    }
}
