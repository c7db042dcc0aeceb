//! A submission in, a report out.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sandglass_idl::Model;
use sandglass_languages::{Language, LanguageError, Languages};
use sandglass_package::{Kind, Package, Sources, TestCase};

use crate::answers::judge_answer;
use crate::calls::{Part, Task};
use crate::compile::ProblemLimits;
use crate::compile_cache::CompileCache;
use crate::compiler::Compiler;
use crate::custom_grader::Grader;
use crate::error::{Family, JudgeError};
use crate::helper::HelperCompiler;
use crate::lanes::Station;
use crate::limits::{TestLimits, longest_of_tests};
use crate::programs::Programs;
use crate::report::{CompilationReport, Report, TestReport};
use crate::schedule;
use crate::score::{Grade, Scoring};
use crate::static_test::{Subject, static_tests};
use crate::test_run::{Compiled, TestRuns};
use crate::time_limit;
use crate::verdict::Verdict;

/// How to judge.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Runs every test, and not only those up to the first that is not accepted.
    pub all_tests: bool,
    /// A time limit in place of the package's.
    pub time_limit: Option<Duration>,
    /// Keeps what is said in conversations, and every call of a task with interfaces; they are relayed
    /// then, which costs time.
    pub transcript: bool,
    /// Keeps the images that checkers draw.
    pub images: bool,
    /// Runs each test once, also where its time falls within its noise of the limit.
    pub once: bool,
}

/// What is judged.
#[derive(Clone, Copy, Debug)]
pub struct Submission<'a> {
    /// The files.
    pub sources: &'a Sources,
    /// Code of the language, where it is known and not to be told from the files' names.
    pub language: Option<&'a str>,
    /// The file to run, where it is known.
    pub entry_point: Option<&'a str>,
}

/// Progress.
#[derive(Debug)]
pub enum Event<'a> {
    /// The compiler starts (or its work is known).
    Compiling(&'a Language),
    /// The compiler is done.
    Compiled(&'a CompilationReport),
    /// A test is done. They come in the package's order.
    Test(&'a TestReport),
}

/// A submission that a compiler was asked about.
pub(crate) struct Ready {
    pub(crate) language: Arc<Language>,
    entry_point: Option<String>,
    pub(crate) compilation: CompilationReport,
    /// `None` where the compiler refused it.
    pub(crate) programs: Option<Compiled>,
}

impl Ready {
    /// What a static validator is told of it.
    fn subject<'a>(&'a self, submission: &Submission<'a>) -> Subject<'a> {
        let first = submission.sources.files.first().map_or("", |file| file.name.as_str());
        Subject {
            sources: submission.sources,
            language: &self.language.code,
            entry_point: self.entry_point.as_deref().unwrap_or(first),
        }
    }
}

/// Judges submissions, one at a time, on its lanes.
pub struct Judge {
    stations: Vec<Mutex<Station>>,
    pub(crate) languages: Languages,
    pub(crate) compiler: Compiler,
    pub(crate) known_limits: time_limit::Known,
}

impl Judge {
    /// A judge on these stations, of which there must be one.
    pub fn new(stations: Vec<Station>, languages: Languages) -> Judge {
        assert!(!stations.is_empty(), "a judge without lanes judges nothing");
        Judge {
            stations: stations.into_iter().map(Mutex::new).collect(),
            languages,
            compiler: Compiler::default(),
            known_limits: time_limit::Known::default(),
        }
    }

    /// The same, with a cache of compilations that outlives it.
    #[must_use]
    pub fn with_cache(mut self, cache: CompileCache) -> Judge {
        self.compiler = self.compiler.with_cache(cache);
        self
    }

    /// Judges a submission and reports progress.
    ///
    /// # Errors
    /// [`JudgeError`]: the problem's fault or ours, and never the submission's. What the problem does
    /// wrong on some tests alone is in the report, which then has no verdict.
    pub fn judge(
        &self,
        package: &Package,
        submission: &Submission<'_>,
        options: &Options,
        progress: &mut dyn FnMut(Event<'_>),
    ) -> Result<Report, JudgeError> {
        if package.problem.kind == Kind::OutputOnly {
            return self.judge_answers(package, submission.sources, options, progress);
        }
        let ready = match self.ready(package, submission, progress)? {
            Ok(ready) => ready,
            Err(compilation) => {
                return Ok(Report { compilation, ..empty_report(package, submission.sources) });
            }
        };
        let given = options.time_limit.or(package.problem.limits.time);
        let time_limit = match given.or_else(|| longest_of_tests(package)) {
            Some(limit) => limit,
            None => self.time_limit(package)?,
        };
        let limits = TestLimits::new(package, &ready.language, Some(time_limit))?;
        let mut report = empty_report(package, submission.sources);
        report.language = Some(ready.language.code.clone());
        report.compilation = ready.compilation.clone();
        let Some(compiled) = &ready.programs else { return Ok(report) };
        let statically = self.validate_statically(package, &ready.subject(submission))?;
        let programs = self.programs(package, options)?;
        let runs = TestRuns::new(package, &programs, compiled, limits, options)?;
        report.limits = Some(limits);
        let run = |station: &mut Station, test: &TestCase| runs.run(station, test);
        self.judge_tests(package, options, &mut report, statically, &run, progress)?;
        Ok(report)
    }

    /// Compiles a submission, with what the package puts beside it. `Err` in `Ok` says why no compiler
    /// was asked.
    ///
    /// # Errors
    /// The problem's faults and ours.
    pub(crate) fn ready(
        &self,
        package: &Package,
        submission: &Submission<'_>,
        progress: &mut dyn FnMut(Event<'_>),
    ) -> Result<Result<Ready, CompilationReport>, JudgeError> {
        let language = match self.choose(package, submission) {
            Ok(chosen) => chosen,
            Err(refusal) => return Ok(Err(refused(&refusal))),
        };
        let parts = match parts(package, &language, submission)? {
            Ok(parts) => parts,
            Err(refusal) => return Ok(Err(refusal)),
        };
        progress(Event::Compiling(&language));
        let mut compilation = CompilationReport::default();
        let programs = self.compile(package, &language, &parts, &mut compilation)?;
        progress(Event::Compiled(&compilation));
        // In a task with interfaces, what is run is generated.
        let entry_point = parts.each.into_iter().next().and_then(|part| part.entry_point);
        let entry_point = entry_point.filter(|_| parts.task.is_none());
        Ok(Ok(Ready { language, entry_point, compilation, programs }))
    }

    /// Judges a submission that is the outputs themselves.
    fn judge_answers(
        &self,
        package: &Package,
        sources: &Sources,
        options: &Options,
        progress: &mut dyn FnMut(Event<'_>),
    ) -> Result<Report, JudgeError> {
        let programs = self.programs(package, options)?;
        let mut report = empty_report(package, sources);
        let run = |station: &mut Station, test: &TestCase| {
            judge_answer(package, &programs, station, sources, test)
        };
        self.judge_tests(package, options, &mut report, Vec::new(), &run, progress)?;
        Ok(report)
    }

    /// Judges the tests, as many at a time as there are stations; `statically` are those that need no run.
    fn judge_tests(
        &self,
        package: &Package,
        options: &Options,
        report: &mut Report,
        statically: Vec<TestReport>,
        run: &(dyn Fn(&mut Station, &TestCase) -> Result<TestReport, JudgeError> + Sync),
        progress: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), JudgeError> {
        let scoring = Scoring::of_package(package);
        for test in &statically {
            progress(Event::Test(test));
        }
        let mut results = schedule::in_order(
            package.tests.len(),
            self.stations.len(),
            |worker, test| {
                let test = &package.tests[test];
                // What the problem does wrong on one test leaves the others alone.
                match run(&mut self.station(worker), test) {
                    Err(error) if error.family() == Family::Problem => {
                        Ok(TestReport::of_fault(&test.name, error.words()))
                    }
                    other => other,
                }
            },
            TestReport::fate,
            |test, before| !options.all_tests && scoring.is_settled(test, before),
            |test| progress(Event::Test(test)),
        )?;
        results.extend(statically.into_iter().map(Some));
        let mut grader = Grader::new(self, package);
        let mut custom = |flags: &[String], parts: &[Grade]| grader.grade(flags, parts);
        report.decide(package, &scoring, results, &mut custom);
        grader.failure.map_or(Ok(()), Err)
    }

    /// Compiles all programs of a submission; `None` where the compiler refuses one.
    fn compile(
        &self,
        package: &Package,
        language: &Arc<Language>,
        parts: &Parts,
        report: &mut CompilationReport,
    ) -> Result<Option<Compiled>, JudgeError> {
        let limits = ProblemLimits {
            time: package.problem.limits.compilation_time,
            memory: package.problem.limits.compilation_memory,
        };
        let mut programs = Vec::new();
        for part in &parts.each {
            let (compilation, _) = self.station(0).try_twice(|station| {
                let (lane, wanted) = (station.lane()?, part.wanted());
                self.compiler.compile(lane, language, &part.sources, wanted, limits)
            })?;
            report.join(&compilation.report);
            let Some(program) = &compilation.program else { return Ok(None) };
            programs.push((part.name.clone(), program.clone()));
        }
        let (language, task) = (Arc::clone(language), parts.task.clone());
        Ok(Some(Compiled { language, programs, task }))
    }

    /// The package's programs, ready to run.
    fn programs(&self, package: &Package, options: &Options) -> Result<Programs, JudgeError> {
        let compiler = HelperCompiler { compiler: &self.compiler, languages: &self.languages };
        let programs = Programs::compile(package, &compiler, &mut self.station(0))?;
        Ok(Programs { images: options.images, ..programs })
    }

    /// A station for one test. A panic elsewhere leaves none half used: a run is one call.
    pub(crate) fn station(&self, index: usize) -> MutexGuard<'_, Station> {
        self.stations[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The language. That there is none is the submission's fault: building it fails.
    fn choose(
        &self,
        package: &Package,
        submission: &Submission<'_>,
    ) -> Result<Arc<Language>, LanguageError> {
        let names = submission.sources.names();
        let language = match submission.language {
            Some(code) => self.languages.by_code(code)?,
            None => {
                let language = self.languages.detect(&names)?;
                for file in &submission.sources.files {
                    language.check_first_line(&file.name, &file.content)?;
                }
                language
            }
        };
        let allowed = package.problem.languages.as_ref();
        if allowed.is_some_and(|codes| !language.is_among(codes)) {
            return Err(LanguageError::NotAllowed { language: language.name.clone() });
        }
        Ok(language)
    }
}

/// What the programs of a submission are compiled from.
struct Parts {
    /// One, or in a task with interfaces one for each.
    each: Vec<Part>,
    /// What the interface file of such a task means.
    task: Option<Arc<Model>>,
}

/// Finds them; `Err` within is why there is none.
fn parts(
    package: &Package,
    language: &Arc<Language>,
    submission: &Submission<'_>,
) -> Result<Result<Parts, CompilationReport>, JudgeError> {
    let sources = with_included(package, language, submission.sources)?;
    if let Some((task, _)) = Task::of_package(package)? {
        let roles = 1..task.model.interfaces.len();
        let parts: Result<Vec<_>, JudgeError> =
            roles.map(|role| task.part(role, language, &sources)).collect();
        let each: Result<Vec<Part>, _> = parts?.into_iter().collect();
        let task = Some(Arc::new(task.model));
        return Ok(each.map(|each| Parts { each, task }).map_err(|refusal| CompilationReport {
            messages: refusal.to_string(),
            ..CompilationReport::default()
        }));
    }
    // A setter's main program is among the included files, and is what runs.
    let entry_point = match language.entry_point(&sources.names(), submission.entry_point) {
        Ok(entry_point) => entry_point.map(str::to_owned),
        Err(refusal) => return Ok(Err(refused(&refusal))),
    };
    let only = Part { name: String::new(), sources: sources.into_owned(), entry_point, flags: &[] };
    Ok(Ok(Parts { each: vec![only], task: None }))
}

/// The sources with the files that the package puts beside them: a setter's grader, stubs, headers.
fn with_included<'a>(
    package: &Package,
    language: &Language,
    sources: &'a Sources,
) -> Result<Cow<'a, Sources>, JudgeError> {
    let included = package.included_files(&language.code)?;
    if included.is_empty() {
        return Ok(Cow::Borrowed(sources));
    }
    let mut sources = sources.clone();
    for file in included {
        sources.files.retain(|own| own.name != file.name);
        sources.files.push(file);
    }
    sources.files.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(Cow::Owned(sources))
}

/// Why no compiler was asked: nobody knows of one, or the problem does not allow it.
fn refused(refusal: &LanguageError) -> CompilationReport {
    let reason = refusal.to_string();
    match refusal {
        LanguageError::NotAllowed { .. } => {
            CompilationReport { messages: reason, ..CompilationReport::default() }
        }
        _ => CompilationReport::unknown_language(reason),
    }
}

/// The report on a submission of which nothing is known.
fn empty_report(package: &Package, sources: &Sources) -> Report {
    Report {
        submission: sources.name.clone(),
        language: None,
        verdict: Some(Verdict::CompileError),
        problem_fault: None,
        deciding_test: None,
        score: None,
        max_score: None,
        groups: Vec::new(),
        limits: None,
        compilation: CompilationReport::default(),
        tests: Vec::new(),
        tests_in_package: package.tests.len() + static_tests(package).len(),
    }
}
