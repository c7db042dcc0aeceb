//! Command templates: a list of arguments with names in braces.

use std::collections::BTreeMap;

use crate::WORK_DIRECTORY;
use crate::memory::Share;

/// What the names in a command stand for.
#[derive(Clone, Debug, Default)]
pub struct RunValues<'a> {
    /// Names of the sources that the compiler is given.
    pub sources: &'a [&'a str],
    /// Name of the product, under the work directory.
    pub product: Option<&'a str>,
    /// What is run: the name of a source, or what the language calls it (a class).
    pub entry_point: Option<&'a str>,
    /// Memory limit of the run or of the compilation, MiB.
    pub memory_mebibytes: u64,
}

impl RunValues<'_> {
    /// The value of one name, or `None` where there is no such name.
    fn value(&self, name: &str) -> Option<String> {
        let inside = |name: &str| format!("{WORK_DIRECTORY}/{name}");
        match name {
            "product" => self.product.map(inside),
            "entry_point" => self.entry_point.map(inside),
            "entry" => Some(self.entry_point.unwrap_or_default().to_owned()),
            "entry_name" => self
                .entry_point
                .map(|name| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()),
            "memory_mebibytes" => Some(self.memory_mebibytes.to_string()),
            _ => None,
        }
    }
}

/// Names that may stand in every command.
pub(crate) const NAMES: &[&str] =
    &["sources", "product", "entry_point", "entry", "entry_name", "memory_mebibytes"];

/// Whether a text has the form of a name.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
}

/// Whether a command uses a name. Braces around anything that is no name are plain text: programs
/// given on a command line (`sh -c`, `python3 -c`) are full of them.
pub(crate) fn uses(command: &[String], name: &str) -> bool {
    command.iter().any(|argument| argument.contains(&format!("{{{name}}}")))
}

/// The command with every name replaced. `{sources}` as a whole argument becomes one argument a
/// source. A replaced value is not searched for names again, so a file called `{product}.c` stays
/// what it is.
pub(crate) fn fill(
    command: &[String],
    values: &RunValues<'_>,
    memory: &BTreeMap<String, Share>,
) -> Vec<String> {
    let mut filled = Vec::with_capacity(command.len() + values.sources.len());
    for argument in command {
        if argument == "{sources}" {
            filled.extend(values.sources.iter().map(|name| format!("{WORK_DIRECTORY}/{name}")));
        } else {
            filled.push(fill_text(argument, values, memory));
        }
    }
    filled
}

/// One argument, or the value of a variable.
pub(crate) fn fill_text(
    text: &str,
    values: &RunValues<'_>,
    memory: &BTreeMap<String, Share>,
) -> String {
    let share = |name: &str| Some(memory.get(name)?.of(values.memory_mebibytes).to_string());
    replace(text, |name| values.value(name).or_else(|| share(name)))
}

/// The text with each `{name}` that has a value replaced by it, and everything else as it is.
pub(crate) fn replace(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, from_open) = rest.split_at(open);
        filled.push_str(before);
        let found = from_open[1..]
            .split_once('}')
            .and_then(|(name, after)| value(name).map(|value| (value, after)));
        match found {
            Some((value, after)) => {
                filled.push_str(&value);
                rest = after;
            }
            None => {
                filled.push('{');
                rest = &from_open[1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(values: &[&str]) -> Vec<String> {
        values.iter().map(|&value| value.to_owned()).collect()
    }

    #[track_caller]
    fn check(command: &[&str], expected: &[&str]) {
        let values = RunValues {
            sources: &["a.cc", "{product}.cc"],
            product: Some("program"),
            entry_point: Some("Main.java"),
            memory_mebibytes: 64,
        };
        let half: Share = toml::from_str("share = 0.5").unwrap();
        let memory = BTreeMap::from([("heap".to_owned(), half)]);
        assert_eq!(fill(&strings(command), &values, &memory), strings(expected));
    }

    #[test]
    fn sources_become_one_argument_each_and_are_not_searched_for_names() {
        check(
            &["cc", "{sources}", "-o", "{product}"],
            &["cc", "/work/a.cc", "/work/{product}.cc", "-o", "/work/program"],
        );
    }

    #[test]
    fn names_are_replaced_inside_of_arguments() {
        check(
            &["-Xmx{memory_mebibytes}m", "-Xms{heap}m", "{entry_name}", "{entry}"],
            &["-Xmx64m", "-Xms32m", "Main", "Main.java"],
        );
    }

    #[test]
    fn braces_of_programs_stay() {
        check(
            &["x = {}; y = {unknown} {", "${a}{entry_point}}"],
            &["x = {}; y = {unknown} {", "${a}/work/Main.java}"],
        );
    }

    #[test]
    fn used_names_are_found() {
        let command = strings(&["a{product}", "{sources}", "{nothing}"]);
        assert!(uses(&command, "product") && uses(&command, "sources"));
        assert!(!uses(&command, "entry_point"));
    }

    #[test]
    fn names_are_small_letters() {
        assert!(is_name("entry_point") && !is_name("") && !is_name("PATH") && !is_name("a b"));
    }
}
