//! Static validation: a program of the problem looks at a submission's files.
//!
//! A group that asks for it has one test more, whose answer is the static validator's. The submission's
//! files lie in the validator's working directory, and the validator's own elsewhere, so that no
//! submission can take their names.

use sandglass_package::{Package, Protocol, Sources, StaticValidation};

use crate::asking::refuse_killed;
use crate::check::{self, Place};
use crate::error::{Family, JudgeError};
use crate::helper::{FEEDBACK, HelperRun};
use crate::judge::Judge;
use crate::lanes::Station;
use crate::programs::helper_limits;
use crate::report::TestReport;
use crate::scratch::SharedFile;
use crate::verdict::Verdict;

/// What is known of a submission that a validator looks at.
pub(crate) struct Subject<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) language: &'a str,
    pub(crate) entry_point: &'a str,
}

/// Groups that ask for static validation, by their names, in the order of the groups.
pub(crate) fn static_tests(package: &Package) -> Vec<(String, &StaticValidation)> {
    let named = |name: &str| if name.is_empty() { "data".to_owned() } else { name.to_owned() };
    let groups = package.groups.iter();
    groups
        .filter_map(|group| {
            let name = format!("{} (static)", named(&group.name));
            Some((name, group.static_validation.as_ref()?))
        })
        .collect()
}

impl Judge {
    /// Asks the static validator, once for each group that wants it.
    ///
    /// # Errors
    /// Failures of ours. What the validator does wrong is in the reports.
    pub(crate) fn validate_statically(
        &self,
        package: &Package,
        subject: &Subject<'_>,
    ) -> Result<Vec<TestReport>, JudgeError> {
        let tests = static_tests(package);
        let Some(program) = package.static_validator.as_ref().filter(|_| !tests.is_empty()) else {
            return Ok(Vec::new());
        };
        let validator = self.helper(package, "static validator", program)?;
        let mut files = Vec::new();
        for file in &subject.sources.files {
            let content = SharedFile::copy(&file.content[..])
                .map_err(|error| JudgeError::system("keep a source in memory", error))?;
            files.push((file.name.clone(), content));
        }
        let mut run = HelperRun::new(&validator, helper_limits(package));
        run.feedback = true;
        run.submission = files;
        let mut reports = Vec::new();
        for (name, validation) in tests {
            let own = [subject.language, subject.entry_point, FEEDBACK].map(str::to_owned);
            run.arguments = own.into_iter().chain(validation.arguments.iter().cloned()).collect();
            let asked = self
                .station(0)
                .try_twice(|station| ask_statically(station, program.protocol, &run, &name));
            reports.push(match asked {
                Ok((report, retried)) => TestReport { retried, ..report },
                Err(error) if error.family() == Family::Problem => {
                    TestReport::of_fault(&name, error.words())
                }
                Err(error) => return Err(error),
            });
        }
        Ok(reports)
    }
}

fn ask_statically(
    station: &mut Station,
    protocol: Protocol,
    run: &HelperRun<'_>,
    name: &str,
) -> Result<TestReport, JudgeError> {
    let request = run.request()?;
    let outcome = station
        .helper_lane()?
        .run(&request)
        .map_err(|error| JudgeError::sandbox(format!("run {}", run.helper.label), &error))?;
    let end = run.end(refuse_killed(run, outcome)?)?;
    let report = check::read(protocol, Place::AfterOutput, &end)
        .map_err(|reason| run.fault(Some(name), reason, &end))?;
    let verdict = if report.accepted { Verdict::Accepted } else { Verdict::WrongAnswer };
    let mut test = TestReport::new(name, verdict);
    test.cause = "not_run".to_owned();
    test.checker = Some(report);
    Ok(test)
}
