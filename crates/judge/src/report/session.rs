//! One use of the judge: a package, some submissions, a machine. What `judge --json` prints.

use sandglass_package::{Format, Kind, Package};
use schemars::JsonSchema;
use serde::Serialize;

use super::Report;

/// All that came of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Session {
    /// Version of Sandglass.
    pub sandglass: String,
    /// The problem.
    pub problem: ProblemSummary,
    /// What is not as the package's format wants it.
    pub warnings: Vec<String>,
    /// Where it was judged.
    pub machine: Machine,
    /// What the command returns: 0 as hoped, 1 not so, 2 a wrong package, 3 a failure of ours.
    pub exit_status: u8,
    /// The submissions, in the order in which they were judged.
    pub submissions: Vec<Entry>,
}

impl Session {
    /// Takes the backend from the tests that were run.
    pub fn note_backend(&mut self) {
        let reports = self.submissions.iter().filter_map(Entry::report);
        let mut backends = reports.flat_map(|report| &report.tests).map(|test| &test.backend);
        self.machine.backend = backends.find(|backend| !backend.is_empty()).cloned();
    }
}

/// The problem, in a few words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProblemSummary {
    /// Its name.
    pub name: String,
    /// The format of its package.
    pub format: String,
    /// Its kind, such as `batch`, with what it has beside that: `interactive, scoring`.
    pub kind: String,
    /// The tests that it has.
    pub tests: usize,
}

impl ProblemSummary {
    /// That of a package.
    pub fn of(package: &Package) -> ProblemSummary {
        let problem = &package.problem;
        let format = match problem.format {
            Format::Legacy => "ICPC/Kattis legacy",
            Format::Draft2023 => "ICPC/Kattis 2023-07-draft",
            Format::V2025_09 => "ICPC/Kattis 2025-09",
            Format::Sim => "Sim",
            Format::Polygon => "Codeforces Polygon",
            Format::Cms => "CMS",
        };
        let kind = match problem.kind {
            Kind::Batch => "batch",
            Kind::OutputOnly => "output only",
            Kind::Interactive => "interactive",
            Kind::Interface => "interface",
            Kind::Communication { .. } => "communication",
        };
        let beside = [
            (!package.included.is_empty(), "program segment"),
            (problem.passes.is_some(), "multi-pass"),
            (problem.scoring, "scoring"),
        ];
        let beside = beside.into_iter().filter(|(is, _)| *is).map(|(_, name)| name);
        ProblemSummary {
            name: problem.name.clone(),
            format: format.to_owned(),
            kind: std::iter::once(kind).chain(beside).collect::<Vec<_>>().join(", "),
            tests: package.tests.len(),
        }
    }
}

/// What became of one submission.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Entry {
    /// It has a verdict.
    Judged(Box<JudgedEntry>),
    /// It has none, through no fault of its own.
    Failed(FailedEntry),
}

/// A submission with a verdict.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JudgedEntry {
    /// The report.
    #[serde(flatten)]
    pub report: Report,
    /// Whether it did what the package says; `None` where that says nothing.
    pub as_expected: Option<bool>,
    /// Why not, where it did not.
    pub not_as_expected_because: Option<String>,
}

/// A submission without a verdict.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FailedEntry {
    /// Name of the submission.
    pub submission: String,
    /// Why.
    pub error: FailureReport,
}

/// Why there is no verdict.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FailureReport {
    /// In words.
    pub message: String,
    /// What to do about it, where we know.
    pub hint: Option<String>,
    /// Whether the package is at fault, and not Sandglass or the host.
    pub problem_at_fault: bool,
}

impl Entry {
    /// A submission with a verdict. `expected` is what [`crate::check_expected`] says.
    pub fn judged(report: Report, expected: Option<&Result<(), String>>) -> Entry {
        Entry::Judged(Box::new(JudgedEntry {
            report,
            as_expected: expected.map(Result::is_ok),
            not_as_expected_because: expected.and_then(|result| result.as_ref().err()).cloned(),
        }))
    }

    /// Name of the submission.
    pub fn name(&self) -> &str {
        match self {
            Entry::Judged(entry) => &entry.report.submission,
            Entry::Failed(entry) => &entry.submission,
        }
    }

    /// Its report, where there is a verdict.
    pub fn report(&self) -> Option<&Report> {
        match self {
            Entry::Judged(entry) => Some(&entry.report),
            Entry::Failed(_) => None,
        }
    }
}

/// What times on a machine depend on. A field is `None` where the host does not tell.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Machine {
    /// Kernel release and build.
    pub kernel: Option<String>,
    /// Distribution.
    pub distribution: Option<String>,
    /// Processor model.
    pub processor: Option<String>,
    /// CPUs that we may use, as the kernel lists them.
    pub processors: Option<String>,
    /// Whether a hypervisor is below.
    pub virtual_machine: bool,
    /// Frequency governors in use.
    pub frequency_governor: Option<String>,
    /// Whether the processor may exceed its nominal frequency.
    pub turbo: Option<String>,
    /// Simultaneous multithreading.
    pub simultaneous_multithreading: Option<String>,
    /// `kernel.randomize_va_space`: 0 is off, 2 is full.
    pub address_space_randomization: Option<String>,
    /// Load averages at the start.
    pub load_average: Option<String>,
    /// What enforces the limits.
    pub backend: Option<String>,
    /// What is enforced more weakly than was asked.
    pub weaknesses: Vec<String>,
    /// Tests that ran at the same time.
    pub lanes: usize,
    /// The CPU of each lane; empty where none was pinned.
    pub pinned_cpus: Vec<usize>,
}

impl Machine {
    /// Names and values for people; what the host does not tell is left out.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let list = |numbers: &[usize]| {
            numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        };
        let pinned = (!self.pinned_cpus.is_empty()).then(|| list(&self.pinned_cpus));
        let weaker = (!self.weaknesses.is_empty()).then(|| self.weaknesses.join("; "));
        let machine =
            self.virtual_machine.then(|| "yes: times depend on the host below".to_owned());
        let multithreading = self.simultaneous_multithreading.as_deref().map(|state| match state {
            "notsupported" | "notimplemented" => "the processor has none",
            "forceoff" => "off",
            state => state,
        });
        let randomization = self.address_space_randomization.as_deref().map(|state| match state {
            "0" => "off",
            "1" => "on, but for the heap",
            "2" => "on",
            state => state,
        });
        let rows = [
            ("Kernel", self.kernel.clone()),
            ("Distribution", self.distribution.clone()),
            ("Processor", self.processor.clone()),
            ("CPUs we may use", self.processors.clone()),
            ("Virtual machine", machine),
            ("Frequency governor", self.frequency_governor.clone()),
            ("Turbo", self.turbo.clone()),
            ("Multithreading (SMT)", multithreading.map(str::to_owned)),
            ("Address randomization", randomization.map(str::to_owned)),
            ("Load at the start", self.load_average.clone()),
            ("Limits enforced by", self.backend.clone()),
            ("Weaker than asked", weaker),
            ("Lanes", Some(self.lanes.to_string())),
            ("Pinned to CPU", pinned),
        ];
        rows.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}
