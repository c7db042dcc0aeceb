//! The judge: a package and a submission in, a verdict out.
//!
//! ```no_run
//! use sandglass_judge::{Judge, Options, Submission, open_lanes};
//! use sandglass_languages::Languages;
//! use sandglass_package::{Package, Sources};
//! use sandglass_sandbox::LaneOptions;
//!
//! let package = Package::open("problems/different".as_ref())?;
//! let sources = Sources::read_host("solution.cpp".as_ref(), package.problem.limits.code)?;
//! let judge = Judge::new(open_lanes(LaneOptions::default, 2)?, Languages::builtin()?);
//! let submission = Submission { sources: &sources, language: None, entry_point: None };
//! let report = judge.judge(&package, &submission, &Options::default(), &mut |_event| {})?;
//! println!("{:?}", report.verdict);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Theory of operation
//!
//! [`Judge`] owns lanes (one supervisor process each) and a cache of compilations. Judging a
//! submission is:
//!
//! 1. **Compile** in a sandbox: sources go in as memory files, the product comes out as a sealed
//!    memory file. Nothing of it is ever a file of the host, so the unprivileged user that the
//!    sandbox runs as needs no rights to any of our folders.
//! 2. **Run each test** on whichever lane is free. Standard input, output and error are three pipes
//!    whose other ends the judge holds. One thread a lane feeds the input (`splice`, no copy),
//!    reads output and error, counts them against the output limit, and hands the output to the
//!    checker while the program still writes it. The program never holds a file that it could seek.
//! 3. **Check**: the checker's word counts only where the program exited with 0 within its limits.
//! 4. **Decide**: the first test, in the package's order, that is not accepted.
//!
//! # Whose fault
//!
//! Three families never mix. What the program did is a [`Verdict`]. What the problem does wrong on single
//! tests is in their reports ([`TestReport::problem_fault`]), which then have no verdict; what concerns
//! all of them, such as a checker that does not compile, is an error. What is wrong with the package
//! is [`JudgeError::Package`], [`JudgeError::ValidatorArguments`] or [`JudgeError::NoTimeLimit`].
//! What went wrong with us is [`JudgeError::Infrastructure`]: tried once more, then reported, and
//! never a verdict.

mod answers;
mod asking;
pub mod calls;
mod check;
mod checker;
mod checktestdata;
mod compile;
mod compile_cache;
mod compiler;
mod custom_grader;
mod error;
mod expected;
mod helper;
mod interactive;
mod judge;
mod lanes;
mod limits;
mod make;
mod memory_file;
mod page;
mod probe;
mod program;
mod programs;
mod pump;
mod report;
mod schedule;
pub mod score;
mod scratch;
mod static_test;
mod test_run;
mod time_limit;
mod verdict;
mod verify;

pub use asking::{Checked, Validation};
pub use check::CheckerReport;
pub use checker::{
    Context, DefaultValidator, Difference, Excerpt, LineValidator, OptionsError, ValidatorOptions,
};
pub use compile_cache::{CacheError, CompileCache, USUAL_CACHE_BYTES};
pub use error::{Family, Infrastructure, JudgeError};
pub use expected::check_expected;
pub use helper::{FeedbackImage, Helper, HelperFault, HelperLimits, HelperSource};
pub use interactive::{Blocked, Interaction, Message, Party, Wait};
pub use judge::{Event, Judge, Options, Submission};
pub use lanes::{Station, open_lanes};
pub use limits::TestLimits;
pub use make::{Made, MadeFile, MeasuredTest};
pub use page::{session_page, verify_page};
pub use probe::{Probe, probe};
pub use report::{
    CallsReport, CompilationReport, Entry, FailedEntry, FailureReport, JudgedEntry, Machine,
    ProblemSummary, Report, Session, TestReport, Timing,
};
pub use verdict::Verdict;
pub use verify::{Check, Finding, Section, Step, TimeMargins, Timed, Verification, verify};

/// The examples of the book's page for who calls the crates, so that they compile.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/library.md")]
struct Book;
