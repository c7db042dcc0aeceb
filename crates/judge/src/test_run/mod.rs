//! One test of a submission, from its input to its report.

mod batch;
mod calls;
mod checking;
mod communicate;
mod end;
mod repeat;
mod talk;

use std::sync::Arc;
use std::time::Duration;

use sandglass_idl::Model;
use sandglass_languages::{Language, WORK_DIRECTORY};
use sandglass_package::{EntryKind, Kind, Package, PackageError, TestCase};
use sandglass_sandbox::Request;

use crate::error::JudgeError;
use crate::judge::Options;
use crate::lanes::Station;
use crate::limits::TestLimits;
use crate::memory_file;
use crate::program::{Program, Setting};
use crate::programs::{Called, Decider, Programs};
use crate::report::TestReport;
use crate::scratch::{SharedFile, Spool};
use crate::verdict::Verdict;
pub(crate) use checking::Checking;
use checking::{Kept, TestFiles};
use end::{Tally, Told};
use talk::Pass;

/// How long after its wall limit a run may take to end before we call it our failure: a machine
/// under load must not turn a time limit into one.
const PATIENCE: Duration = Duration::from_secs(30);

/// The programs of a submission.
pub(crate) struct Compiled {
    pub(crate) language: Arc<Language>,
    /// Each with its interface; of most kinds there is one, without.
    pub(crate) programs: Vec<(String, Program)>,
    /// What the interface file means, in a task that has one.
    pub(crate) task: Option<Arc<Model>>,
}

/// What all runs of a submission share.
pub(crate) struct TestRuns<'a> {
    package: &'a Package,
    programs: &'a Programs,
    /// The runs without their streams and the test's arguments, each with its interface: of most kinds
    /// the only one. Made once: a policy is read from text.
    requests: Vec<(String, Request)>,
    /// What the interface file means, in a task that has one.
    task: Option<Arc<Model>>,
    limits: TestLimits,
    language: Arc<Language>,
    transcript: bool,
    once: bool,
    /// Whether the limit of time is the caller's, and not the package's.
    insists: bool,
}

impl<'a> TestRuns<'a> {
    pub(crate) fn new(
        package: &'a Package,
        programs: &'a Programs,
        compiled: &Compiled,
        limits: TestLimits,
        options: &Options,
    ) -> Result<TestRuns<'a>, JudgeError> {
        let problem = &package.problem;
        // Files of a test, and an output that is a file, need a directory to be in.
        let write = problem.allow_file_writing
            || problem.input_file.is_some()
            || problem.output_file.is_some()
            || package.tests.iter().any(|test| test.files.is_some());
        let setting = Setting {
            limits: limits.for_sandbox(),
            memory: limits.memory,
            write: write.then_some(limits.memory),
        };
        let mut requests = Vec::new();
        for (name, program) in &compiled.programs {
            requests.push((name.clone(), program.request(&setting, |view| view)?));
        }
        Ok(TestRuns {
            package,
            programs,
            requests,
            task: compiled.task.clone(),
            limits,
            language: Arc::clone(&compiled.language),
            transcript: options.transcript,
            once: options.once,
            insists: options.time_limit.is_some(),
        })
    }

    /// Runs one test; a failure of ours is tried again once, on lanes of its own.
    pub(crate) fn run(
        &self,
        station: &mut Station,
        test: &TestCase,
    ) -> Result<TestReport, JudgeError> {
        let limits = self.limits_of(test);
        let (mut report, retried) =
            station.try_twice(|station| self.attempt(station, test, &limits))?;
        report.retried = retried;
        if self.once {
            return Ok(report);
        }
        self.settle(station, test, report)
    }

    fn attempt(
        &self,
        station: &mut Station,
        test: &TestCase,
        limits: &TestLimits,
    ) -> Result<TestReport, JudgeError> {
        match (self.package.problem.kind, &self.programs.decider) {
            (Kind::Batch, Decider::Default | Decider::Lines(_)) => {
                self.streamed(station, test, limits)
            }
            (Kind::Interface, _) => self.calls(station, test, limits),
            (Kind::Communication { processes, stdio }, _) => {
                self.communicate(station, test, limits, processes, stdio)
            }
            _ => self.passes(station, test, limits),
        }
    }

    /// One run whose output is checked as it comes.
    fn streamed(
        &self,
        station: &mut Station,
        test: &TestCase,
        limits: &TestLimits,
    ) -> Result<TestReport, JudgeError> {
        let input = self.package.file(&test.input)?;
        let mut consumer = self.checking().consumer(test)?;
        let end =
            self.batch(station.lane()?, test, limits, &input, &mut |piece| consumer.feed(piece))?;
        let mut tally = Tally::new(limits);
        let failure = tally.add(end);
        let difference = match failure {
            None => consumer.finish().map_err(|error| unreadable(answer_name(test), error))?,
            Some(_) => None,
        };
        let checked = if difference.is_some() { Verdict::WrongAnswer } else { Verdict::Accepted };
        let told = Told { difference, ..Told::default() };
        Ok(tally.report(test, failure.unwrap_or(checked), told))
    }

    /// Runs that are followed, or accompanied, by programs of the problem; several where a checker
    /// asks for a further pass.
    fn passes(
        &self,
        station: &mut Station,
        test: &TestCase,
        limits: &TestLimits,
    ) -> Result<TestReport, JudgeError> {
        let most = u64::from(self.package.problem.passes.unwrap_or(1).max(1));
        // Checkers see the input of the pass, as the submission does.
        let mut files = TestFiles::read(self.package, test)?;
        let mut tally = Tally::new(limits);
        let mut told = Told::default();
        let mut kept = Kept { several: most > 1, files: Vec::new() };
        loop {
            let last = tally.passes + 1 >= most;
            let several = most > 1;
            let (failure, checked) = match self.package.problem.kind {
                Kind::Interactive => {
                    let interactor = self.interactor()?;
                    let pass = Pass { files: &files, earlier: kept.files.pop(), several };
                    let talk = self.talk(station, test, limits, interactor, pass)?;
                    kept.files.extend(talk.kept);
                    let failure = tally.add(talk.end);
                    told.interaction = Some(talk.interaction);
                    match (failure, &self.programs.decider, talk.output) {
                        // What the interactor wrote down is the output that a checker is to look at.
                        (None, Decider::Programs(programs), Some(output))
                            if talk.checked.as_ref().is_some_and(|done| done.report.accepted) =>
                        {
                            let mut none = Kept::default();
                            let checked = self
                                .checking()
                                .check(station, test, &files, &output, programs, &mut none)?;
                            (None, Some(checked))
                        }
                        _ => (failure, talk.checked),
                    }
                }
                _ => {
                    let mut spool = Spool::new().map_err(spooling)?;
                    let open = files.input.open().map_err(spooling)?;
                    let end = self.batch(station.lane()?, test, limits, &open, &mut |piece| {
                        spool.write(piece)
                    })?;
                    let failure = tally.add(end);
                    let output = spool.finish().map_err(spooling)?;
                    let checked = match (&failure, &self.programs.decider) {
                        (None, Decider::Programs(programs)) => Some(
                            self.checking()
                                .check(station, test, &files, &output, programs, &mut kept)?,
                        ),
                        _ => None,
                    };
                    (failure, checked)
                }
            };
            let next = told.take(checked);
            let accepted = told.accepted();
            let verdict = match failure {
                Some(failure) => failure,
                None if !accepted => Verdict::WrongAnswer,
                None => match next {
                    Some(next) if last => {
                        drop(next);
                        return Err(self.too_many_passes(test, most));
                    }
                    Some(next) => {
                        files.input = next;
                        continue;
                    }
                    None => Verdict::Accepted,
                },
            };
            return Ok(tally.report(test, verdict, told));
        }
    }

    /// The program that talks.
    fn interactor(&self) -> Result<&Called, JudgeError> {
        let of_checker = match &self.programs.decider {
            Decider::Programs(programs) => programs.first(),
            _ => None,
        };
        self.programs.interactor.as_ref().or(of_checker).ok_or_else(|| {
            PackageError::Missing {
                file: self.package.problem.name.clone(),
                reason: "an interactive problem needs a program that talks with submissions",
            }
            .into()
        })
    }

    fn too_many_passes(&self, test: &TestCase, most: u64) -> JudgeError {
        let programs = match &self.programs.decider {
            Decider::Programs(programs) => programs.first(),
            _ => self.programs.interactor.as_ref(),
        };
        crate::helper::HelperFault {
            program: programs.map_or_else(String::new, |called| called.helper.label.clone()),
            test: Some(test.name.clone()),
            reason: format!("it asks for a further pass after {most}, the most that there may be"),
            words: String::new(),
        }
        .into()
    }

    /// The limits of one test. A time limit that the caller insists on is that of every test.
    fn limits_of(&self, test: &TestCase) -> TestLimits {
        let own = self.limits.of_test(test, &self.language);
        match self.insists {
            true => TestLimits { memory: own.memory, ..self.limits },
            false => own,
        }
    }

    /// What the submission writes on a test that nobody judges, or the interactor of what it says;
    /// `Err` in `Ok` is how it failed.
    ///
    /// # Errors
    /// The problem's faults and ours.
    pub(crate) fn output(
        &self,
        station: &mut Station,
        test: &TestCase,
    ) -> Result<Result<SharedFile, Verdict>, JudgeError> {
        let limits = self.limits_of(test);
        if self.package.problem.kind == Kind::Interactive {
            return self.output_of_talk(station, test, &limits);
        }
        let input = self.package.file(&test.input)?;
        let mut spool = Spool::new().map_err(spooling)?;
        let end =
            self.batch(station.lane()?, test, &limits, &input, &mut |piece| spool.write(piece))?;
        match end.failure {
            Some(failure) => Ok(Err(failure)),
            None => spool.finish().map(Ok).map_err(spooling),
        }
    }

    /// What the interactor writes down in a conversation that it accepts.
    fn output_of_talk(
        &self,
        station: &mut Station,
        test: &TestCase,
        limits: &TestLimits,
    ) -> Result<Result<SharedFile, Verdict>, JudgeError> {
        let test = TestCase { answer: None, ..test.clone() };
        let files = TestFiles::read(self.package, &test)?;
        let pass = Pass { files: &files, earlier: None, several: false };
        let talk = self.talk(station, &test, limits, self.interactor()?, pass)?;
        let accepted = talk.checked.is_some_and(|checked| checked.report.accepted);
        Ok(match (talk.end.failure, talk.output) {
            (Some(failure), _) => Err(failure),
            (None, Some(output)) if accepted => Ok(output),
            _ => Err(Verdict::WrongAnswer),
        })
    }

    /// The run of a test, without its streams.
    fn request_for(&self, test: &TestCase, limits: &TestLimits) -> Result<Request, JudgeError> {
        let mut request = self.requests[0].1.clone().arguments(&test.arguments);
        *request.limits_mut() = limits.for_sandbox();
        self.with_files(request, test)
    }

    /// Adds the files that a test has beside its input.
    fn with_files(&self, mut request: Request, test: &TestCase) -> Result<Request, JudgeError> {
        let Some(folder) = &test.files else { return Ok(request) };
        for entry in self.package.tree().list(folder)? {
            if entry.kind == EntryKind::File {
                let file = self.package.file(&format!("{folder}/{}", entry.name))?;
                let content = memory_file::sealed("file", file)
                    .map_err(|error| JudgeError::system("keep a file of a test", error))?;
                let path = format!("{WORK_DIRECTORY}/{}", entry.name);
                request = request.copy_in(content, path, 0o444);
            }
        }
        Ok(request)
    }

    fn checking(&self) -> Checking<'a> {
        Checking { package: self.package, programs: self.programs }
    }
}

fn answer_name(test: &TestCase) -> &str {
    test.answer.as_deref().unwrap_or(&test.name)
}

fn unreadable(file: &str, source: std::io::Error) -> JudgeError {
    PackageError::Read { file: file.to_owned(), source }.into()
}

fn spooling(error: std::io::Error) -> JudgeError {
    JudgeError::system("keep an output", error)
}
