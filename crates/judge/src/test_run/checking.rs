//! Checkers that are programs, after the submission has ended.

use sandglass_package::{Package, PackageError, Protocol, TestCase};

use std::io::Read;

use super::batch::Consumer;
use super::{answer_name, unreadable};
use crate::asking;
use crate::check::{self, CheckerReport, Paths, Place};
use crate::checker::ValidatorOptions;
use crate::error::JudgeError;
use crate::helper::HelperRun;
use crate::lanes::Station;
use crate::programs::{Called, Decider, Programs};
use crate::scratch::SharedFile;

/// A test's files as programs of the problem see them.
#[derive(Clone, Debug)]
pub(super) struct TestFiles {
    pub(super) input: SharedFile,
    pub(super) answer: Option<SharedFile>,
    pub(super) paths: Paths,
}

/// What feedback directories hold between passes, one a checker.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// Whether there may be more than one pass.
    pub(super) several: bool,
    pub(super) files: Vec<SharedFile>,
}

/// What checkers found in a pass.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) report: CheckerReport,
    /// Input of a further pass.
    pub(super) next_input: Option<SharedFile>,
}

impl TestFiles {
    pub(super) fn read(package: &Package, test: &TestCase) -> Result<TestFiles, JudgeError> {
        let copy = |name: &str| {
            SharedFile::copy(package.file(name)?).map_err(|source| {
                JudgeError::from(PackageError::Read { file: name.to_owned(), source })
            })
        };
        let answer = test.answer.as_deref().map(copy).transpose()?;
        // Some checkers look at the name that a test has.
        let name = test.name.rsplit('/').next().unwrap_or("test");
        let paths = Paths {
            input: format!("/problem/{name}.in"),
            answer: answer.is_some().then(|| format!("/problem/{name}.ans")),
            output: format!("/problem/{name}.output"),
        };
        Ok(TestFiles { input: copy(&test.input)?, answer, paths })
    }

    /// Input and answer, and where they are.
    pub(super) fn shown(&self) -> Vec<(String, SharedFile)> {
        let mut files = vec![(self.paths.input.clone(), self.input.clone())];
        if let (Some(path), Some(answer)) = (&self.paths.answer, &self.answer) {
            files.push((path.clone(), answer.clone()));
        }
        files
    }
}

/// Whoever decides about outputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checking<'a> {
    pub(crate) package: &'a Package,
    pub(crate) programs: &'a Programs,
}

impl Checking<'_> {
    /// Asks about an output that is complete.
    pub(crate) fn output(
        &self,
        station: &mut Station,
        test: &TestCase,
        output: &SharedFile,
    ) -> Result<asking::Checked, JudgeError> {
        let lost = |error| JudgeError::system("read an output", error);
        if let Decider::Programs(programs) = &self.programs.decider {
            let files = TestFiles::read(self.package, test)?;
            let mut kept = Kept::default();
            let checked = self.check(station, test, &files, output, programs, &mut kept)?;
            let accepted = checked.report.accepted;
            return Ok(asking::Checked {
                accepted,
                difference: None,
                checker: Some(checked.report),
            });
        }
        let mut consumer = self.consumer(test)?;
        let mut reader = output.open().map_err(lost)?;
        let mut buffer = vec![0; 64 << 10];
        loop {
            let length = reader.read(&mut buffer).map_err(lost)?;
            if length == 0 {
                break;
            }
            consumer
                .feed(&buffer[..length])
                .map_err(|error| unreadable(answer_name(test), error))?;
        }
        let difference = consumer.finish().map_err(|error| unreadable(answer_name(test), error))?;
        Ok(asking::Checked { accepted: difference.is_none(), difference, checker: None })
    }

    /// What compares outputs as they come, where no program decides.
    pub(super) fn consumer(&self, test: &TestCase) -> Result<Consumer, JudgeError> {
        let name = test.answer.as_deref().ok_or_else(|| PackageError::Missing {
            file: test.name.clone(),
            reason: "without a checker every test needs an answer to compare with",
        })?;
        let answer = self.package.file(name)?;
        if let Decider::Lines(comparison) = self.programs.decider {
            return Ok(Consumer::lines(comparison, answer));
        }
        let options = ValidatorOptions::parse(&test.output_validator_arguments)
            .map_err(|source| JudgeError::ValidatorArguments { test: test.name.clone(), source })?;
        Ok(Consumer::default_validator(options, answer))
    }

    /// Asks all checkers about an output. All must accept; the first that does not has the word.
    /// `kept` is what their feedback directories held after the pass before, and takes what they hold
    /// now.
    pub(super) fn check(
        &self,
        station: &mut Station,
        test: &TestCase,
        files: &TestFiles,
        output: &SharedFile,
        programs: &[Called],
        kept: &mut Kept,
    ) -> Result<Checked, JudgeError> {
        let lane = station.helper_lane()?;
        let mut earlier = std::mem::take(&mut kept.files).into_iter();
        let mut all: Option<Checked> = None;
        for called in programs {
            let mut run = HelperRun::new(&called.helper, self.programs.limits);
            let own = &test.output_validator_arguments;
            run.arguments =
                check::arguments(called.protocol, Place::AfterOutput, &files.paths, own);
            run.files = files.shown();
            if called.protocol == Protocol::Kattis {
                run.stdin = output.input().map_err(super::spooling)?;
                run.feedback = true;
                run.images = self.programs.images;
                if kept.several {
                    run.next_input = self.package.problem.limits.output.max(64 << 20);
                    run.keep_feedback = true;
                    run.earlier_feedback = earlier.next();
                }
            } else {
                run.files.push((files.paths.output.clone(), output.clone()));
            }
            let outcome = lane.run(&run.request()?).map_err(|error| {
                JudgeError::sandbox(format!("run {}", called.helper.label), &error)
            })?;
            let mut end = run.end(asking::refuse_killed(&run, outcome)?)?;
            let report = check::read(called.protocol, Place::AfterOutput, &end)
                .map_err(|reason| run.fault(Some(&test.name), reason, &end))?
                .for_problem(&self.package.problem);
            kept.files.extend(end.kept_feedback.take());
            let accepted = report.accepted;
            let checked = Checked { report, next_input: end.next_input };
            if !accepted {
                return Ok(checked);
            }
            all = Some(match all {
                None => checked,
                Some(before) => before.and(checked),
            });
        }
        Ok(all.unwrap_or_else(|| Checked {
            report: CheckerReport { accepted: true, ..CheckerReport::default() },
            next_input: None,
        }))
    }
}

impl Checked {
    /// Both accepted: their words together, and the points of whoever gave some.
    fn and(self, other: Checked) -> Checked {
        let (mut report, next) = (self.report, other.report);
        report.score = report.score.or(next.score);
        report.multiplier = report.multiplier.or(next.multiplier);
        for (words, more) in
            [(&mut report.message, next.message), (&mut report.team_message, next.team_message)]
        {
            if !words.is_empty() && !more.is_empty() {
                words.push('\n');
            }
            words.push_str(&more);
        }
        report.images.extend(next.images);
        report.cpu_time += next.cpu_time;
        report.peak_memory_bytes = report.peak_memory_bytes.max(next.peak_memory_bytes);
        Checked { report, next_input: self.next_input.or(other.next_input) }
    }
}
