//! Programs that come with a problem: checkers, interactors, validators, generators.

/// A program of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelperProgram {
    /// What the package calls it: base name of the file or folder.
    pub name: String,
    /// File or folder in the package.
    pub path: String,
    /// Files of the package to be put beside it, such as `testlib.h`.
    pub extra_files: Vec<BesideFile>,
    /// Code of its language, where the package says it; otherwise the names of its files tell.
    /// `checktestdata` and `viva` are the two input grammars that the ICPC/Kattis format allows;
    /// `executable` is a program that was compiled before (CMS), or a script that says its own
    /// interpreter; [`crate::Package::program`] gives it under the name `run`.
    pub language: Option<String>,
    /// How to call it and how to understand what it says.
    pub protocol: Protocol,
}

/// A file of the package, and the name under which a program expects it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BesideFile {
    /// Name beside the program; may hold folders.
    pub name: String,
    /// Path in the package.
    pub path: String,
}

/// How a helper program is called, and how its answer is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// ICPC/Kattis. Output validator: `input answer feedback_dir/ [arguments] < output`, exit code
    /// 42 accepts and 43 rejects. Input validator: `[arguments] < input`, 42 accepts. Static
    /// validator: `language entry_point feedback_dir/ [arguments]`, as the output validator.
    Kattis,
    /// Codeforces' `testlib.h`. Checker: `input output answer`, exit codes 0 OK, 1 WA, 2 PE, 3 FAIL,
    /// 4 dirt, 7 points, 8 unexpected end, and a part where it says so on stderr. Interactor: `input
    /// output [answer]` on stdin and stdout. Validator: `< input`, 0 accepts. Generator: arguments,
    /// test on stdout.
    Testlib,
    /// Sim. Checker: `input answer output`; three lines on stdout or else on stderr: `OK` or `WRONG`, a
    /// percentage or nothing, a comment. Interactive checker: `input`, stdin and stdout joined with the program's,
    /// the three lines on stderr.
    Sim,
    /// CMS. Comparator: `input answer output`, a score between 0 and 1 on stdout and a message on
    /// stderr, exit code 0. Manager: `fifo_in fifo_out ...`, test input on stdin and in `input.txt`, the
    /// same answer.
    Cms,
    /// No protocol: exit code 0 is success, stdout is the product (a generator or script).
    Plain,
}

/// Who decides about an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checker {
    /// The default validator of the ICPC/Kattis format, with each test's arguments.
    Default,
    /// Output and answer are compared line by line, without regard to empty lines at the end.
    Lines(LineComparison),
    /// Programs of the package. Where there are several (`legacy`), all must accept.
    Programs(Vec<HelperProgram>),
    /// The interactor alone.
    Interactor,
}

/// What two lines that are equal may differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineComparison {
    /// White space at the end (Sim).
    IgnoreTrailing,
    /// How much white space stands between words, and at both ends (CMS).
    IgnoreAmount,
}

/// Files put beside a submission before it is compiled: a setter's grader, stubs, headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncludedFiles {
    /// Code of the language; `None` is every language.
    pub language: Option<String>,
    /// The files, sorted by name. They replace files of the submission with the same name.
    pub files: Vec<BesideFile>,
}

/// A test made by a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedTest {
    /// Name of the test.
    pub test: String,
    /// What makes it.
    pub command: GeneratorCommand,
    /// Seed, for generators that take it apart from their arguments (Sip: environment variable
    /// `SIP_TEST_SEED`, beside `SIP_TEST_NAME`).
    pub seed: Option<u64>,
    /// Name of the file in its working directory that the generator writes the input to; `None` is
    /// its standard output.
    pub file: Option<String>,
}

/// How a test is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GeneratorCommand {
    /// A generator of the package with these arguments; its stdout is the input.
    Program {
        /// Name of one of the package's generators.
        generator: String,
        /// Its arguments.
        arguments: Vec<String>,
    },
    /// A line for a shell, run in the package's folder.
    Shell(String),
}

impl HelperProgram {
    /// A program that is what it is named, in a language that its files tell.
    pub(crate) fn new(path: impl Into<String>, protocol: Protocol) -> HelperProgram {
        let path = path.into();
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        HelperProgram { name, path, extra_files: Vec::new(), language: None, protocol }
    }
}
