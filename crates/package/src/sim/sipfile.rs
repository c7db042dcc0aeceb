//! Sipfile: which tests are made by hand, and how the others are generated.

use super::config_file::ConfigFile;
use super::{files, names, seed};
use crate::error::{PackageError, Warning};
use crate::program::{GeneratedTest, GeneratorCommand, HelperProgram, Protocol};
use crate::tree::Tree;

/// What a Sipfile says.
#[derive(Default)]
pub(super) struct Sipfile {
    /// Tests that are there already.
    pub(super) by_hand: Vec<String>,
    pub(super) generated: Vec<GeneratedTest>,
    pub(super) generators: Vec<HelperProgram>,
    /// Seconds that the main solution may take for an output; a decimal number.
    pub(super) default_time_limit: Option<String>,
    pub(super) base_seed: Option<u64>,
}

impl Sipfile {
    pub(super) fn read(
        tree: &Tree,
        mut file: ConfigFile,
        warnings: &mut Vec<Warning>,
    ) -> Result<Sipfile, PackageError> {
        let default_time_limit = file.text("default_time_limit")?;
        let mut sipfile = Sipfile { default_time_limit, ..Sipfile::default() };
        let limit = sipfile.default_time_limit.as_deref().map(str::parse::<f64>);
        if limit.is_some_and(|limit| !limit.is_ok_and(|limit| limit > 0.0 && limit.is_finite())) {
            return Err(file.error("default_time_limit", "it must be a number above 0"));
        }
        sipfile.base_seed = match file.text("base_seed")? {
            None => None,
            Some(text) => Some(text.parse().map_err(|_| {
                file.error("base_seed", "it must be an integer that is not negative")
            })?),
        };
        for entry in file.array("static")?.unwrap_or_default() {
            let (range, rest) = entry.split_once(char::is_whitespace).unwrap_or((&entry, ""));
            if !rest.trim().is_empty() {
                warnings.push(file.warning(format!("static: {rest} after {range} says nothing")));
            }
            let tests = names::range(range).ok_or_else(|| not_a_range(&file, "static", range))?;
            sipfile.by_hand.extend(tests);
        }
        let rules = file.array("gen")?.unwrap_or_default();
        let utilities = match rules.is_empty() {
            true => Vec::new(),
            false => files::below(tree, "utils")?,
        };
        for entry in rules {
            sipfile.rule(tree, &file, &entry, &utilities, warnings)?;
        }
        file.finish(warnings);
        Ok(sipfile)
    }

    /// `<tests> <generator> [arguments]` or `<tests> sh: <command>`.
    fn rule(
        &mut self,
        tree: &Tree,
        file: &ConfigFile,
        entry: &str,
        utilities: &[String],
        warnings: &mut Vec<Warning>,
    ) -> Result<(), PackageError> {
        let (tests, rest) = entry
            .split_once(|character: char| character.is_ascii_whitespace())
            .map(|(tests, rest)| (tests, rest.trim_start()))
            .filter(|(_, rest)| !rest.is_empty())
            .ok_or_else(|| file.error("gen", format!("{entry:?} names no generator")))?;
        let tests = names::range(tests).ok_or_else(|| not_a_range(file, "gen", tests))?;
        let (generator, arguments) =
            rest.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((rest, ""));
        let command = if let Some(shell) = rest.strip_prefix("sh:") {
            GeneratorCommand::Shell(shell.trim_start().to_owned())
        } else if let Some(path) = find_generator(tree, file, generator, utilities)? {
            self.add_generator(&path);
            let arguments = split_arguments(arguments);
            GeneratorCommand::Program { generator: path, arguments }
        } else {
            let message = format!(
                "no source in utils/ matches {generator}, which is taken for a shell command"
            );
            warnings.push(file.warning(message));
            GeneratorCommand::Shell(rest.to_owned())
        };
        for test in tests {
            if self.generated.iter().any(|other| other.test == test) {
                return Err(file.error("gen", format!("test {test} is generated twice")));
            }
            if self.by_hand.contains(&test) {
                let message = format!("test {test} is static and generated; it is generated");
                warnings.push(file.warning(message));
            }
            if self.generated.len() == 100_000 {
                return Err(file.error("gen", "there are more than 100000 tests"));
            }
            let seed = Some(seed::of_test(&test, self.base_seed.unwrap_or(0)));
            self.generated.push(GeneratedTest { test, command: command.clone(), seed, file: None });
        }
        Ok(())
    }

    fn add_generator(&mut self, path: &str) {
        if !self.generators.iter().any(|generator| generator.path == path) {
            let mut program = HelperProgram::new(path, Protocol::Plain);
            path.clone_into(&mut program.name);
            self.generators.push(program);
        }
    }
}

/// The source that a rule means: one by its path, or the only one in `utils/` that has the letters of
/// the pattern in their order; its ending counts where the pattern has a dot.
fn find_generator(
    tree: &Tree,
    file: &ConfigFile,
    pattern: &str,
    utilities: &[String],
) -> Result<Option<String>, PackageError> {
    let is_there = files::is_source(pattern) && tree.contains(pattern).unwrap_or(false);
    if is_there {
        return Ok(Some(pattern.to_owned()));
    }
    let fits = |path: &&String| {
        let stem = path.rsplit_once('.').map_or(path.as_str(), |(stem, _)| stem);
        let mut letters = if pattern.contains('.') { path.chars() } else { stem.chars() };
        pattern.chars().all(|wanted| letters.any(|letter| letter == wanted))
    };
    let kept_by_sip = |path: &str| path.starts_with("utils/cache/");
    let mut found =
        utilities.iter().filter(|path| files::is_source(path) && !kept_by_sip(path)).filter(fits);
    match (found.next(), found.next()) {
        (Some(one), Some(other)) => {
            let message = format!("{pattern} matches more than one generator: {one} and {other}");
            Err(file.error("gen", message))
        }
        (Some(one), None) => Ok(Some(one.clone())),
        // A path that leads nowhere is not for a shell.
        (None, _) if files::is_source(pattern) => Ok(Some(pattern.to_owned())),
        (None, _) => Ok(None),
    }
}

fn not_a_range(file: &ConfigFile, key: &str, text: &str) -> PackageError {
    file.error(key, format!("{text:?} is no test and no range of tests"))
}

/// Words divided by spaces; a backslash keeps the character after it.
fn split_arguments(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' => words.extend(word.take()),
            '\\' => {
                let kept = characters.next().unwrap_or('\\');
                word.get_or_insert_default().push(kept);
            }
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_words_and_a_backslash_keeps_a_space() {
        assert_eq!(split_arguments(r" 5  a\ b \\ "), ["5", "a b", "\\"]);
        assert_eq!(split_arguments(""), [""; 0]);
    }
}
