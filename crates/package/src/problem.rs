//! What a problem says about itself.

use std::collections::BTreeMap;

use crate::limits::Limits;
use crate::yaml::Value;

/// The format that a package was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// ICPC/Kattis before versions: `legacy` and `legacy-icpc`.
    Legacy,
    /// ICPC/Kattis `2023-07-draft`, the draft of `2025-09`.
    Draft2023,
    /// ICPC/Kattis `2025-09`.
    V2025_09,
    /// Sim's package with a Simfile, or Sip's with a Sipfile.
    Sim,
    /// Codeforces Polygon.
    Polygon,
    /// CMS: Italian format (`task.yaml`) or TPS (`problem.json`).
    Cms,
}

/// How a submission is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It reads a test and writes an output.
    Batch,
    /// It is the outputs themselves; nothing is run.
    OutputOnly,
    /// It talks with an interactor.
    Interactive,
    /// Programs made of it and the setter's Main call each other ([`InterfaceTask`]).
    Interface,
    /// Several processes of it talk with a manager.
    Communication {
        /// How many.
        processes: u32,
        /// Whether each talks through stdin and stdout, and not through named pipes that it gets
        /// as arguments.
        stdio: bool,
    },
}

/// A task in the interface language: what stands below the key `sandglass` of `problem.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterfaceTask {
    /// The interface file, in the package.
    pub file: String,
    /// The setter's program: a file, or a folder of files.
    pub main: String,
}

/// Whether more points are better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// They are.
    #[default]
    Maximize,
    /// Fewer are (`legacy`).
    Minimize,
}

/// A problem, without its tests and programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Where it was read from.
    pub format: Format,
    /// The name in English, or in the first language it has.
    pub name: String,
    /// Names by code of the natural language, in the package's order.
    pub names: Vec<(String, String)>,
    /// A short name: Sim's label, CMS's and Polygon's short name.
    pub label: Option<String>,
    /// Identity across versions and names.
    pub uuid: Option<String>,
    /// How submissions are run.
    pub kind: Kind,
    /// The interface file and Main, where the kind is [`Kind::Interface`].
    pub interface: Option<InterfaceTask>,
    /// Whether accepted submissions have points.
    pub scoring: bool,
    /// Whether points that a checker gives are percent of what the test is worth.
    pub points_in_percent: bool,
    /// Whether more points are better.
    pub objective: Objective,
    /// The most passes of a test, in a multi-pass problem.
    pub passes: Option<u32>,
    /// Bounds for submissions and validators.
    pub limits: Limits,
    /// Codes of the languages that may be used; `None` is all.
    pub languages: Option<Vec<String>>,
    /// Whether submissions may write files in their working directory.
    pub allow_file_writing: bool,
    /// Names that stand as `{{name}}` in programs of the package, and their values.
    pub constants: BTreeMap<String, String>,
    /// A file of the submission's working directory that is its input, in place of stdin.
    pub input_file: Option<String>,
    /// A file of the submission's working directory that is its output, in place of stdout.
    pub output_file: Option<String>,
    /// What people and archives want to know.
    pub metadata: Metadata,
}

/// What a package says for people and archives, kept to be written again: `credits`, `license`,
/// `source` and so on, under the names of the ICPC/Kattis format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    pub(crate) entries: Vec<(String, Value)>,
}

impl Metadata {
    /// Names of what there is.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(name, _)| name.as_str())
    }

    /// An entry that is one text.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.text()
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.entries.iter().find(|(entry, _)| entry == name).map(|(_, value)| value)
    }

    pub(crate) fn set(&mut self, name: &str, value: Value) {
        self.entries.retain(|(entry, _)| entry != name);
        self.entries.push((name.to_owned(), value));
    }
}

impl Problem {
    /// A pass-fail batch problem with the usual limits.
    pub(crate) fn new(format: Format, name: impl Into<String>) -> Problem {
        Problem {
            format,
            name: name.into(),
            names: Vec::new(),
            label: None,
            uuid: None,
            kind: Kind::Batch,
            interface: None,
            scoring: false,
            points_in_percent: false,
            objective: Objective::Maximize,
            passes: None,
            limits: Limits::default(),
            languages: None,
            allow_file_writing: false,
            constants: BTreeMap::new(),
            input_file: None,
            output_file: None,
            metadata: Metadata::default(),
        }
    }

    /// Sets the names and takes the English one, or the first, as the problem's.
    pub(crate) fn set_names(&mut self, names: Vec<(String, String)>) {
        let english = names.iter().find(|(language, _)| language == "en");
        if let Some((_, name)) = english.or(names.first()) {
            self.name.clone_from(name);
        }
        self.names = names;
    }
}
