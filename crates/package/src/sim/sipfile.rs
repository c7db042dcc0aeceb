//! Sipfile: which tests are made by hand, and how the others are generated.

use super::config_file::ConfigFile;
use super::{files, names, seed};
use crate::error::{PackageError, Warning};
use crate::program::{GeneratedTest, GeneratorCommand, HelperProgram, Protocol};

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
            let tests = names::range(&entry).ok_or_else(|| not_a_range(&file, "static", &entry))?;
            sipfile.by_hand.extend(tests);
        }
        for entry in file.array("gen")?.unwrap_or_default() {
            sipfile.rule(&file, &entry, warnings)?;
        }
        file.finish(warnings);
        Ok(sipfile)
    }

    /// `<tests> <generator> [arguments]` or `<tests> sh: <command>`.
    fn rule(
        &mut self,
        file: &ConfigFile,
        entry: &str,
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
        } else if files::is_source(generator) {
            self.add_generator(generator);
            let arguments = split_arguments(arguments);
            GeneratorCommand::Program { generator: generator.to_owned(), arguments }
        } else {
            let message = format!("{generator} is no source and is taken for a shell command");
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
