//! Answers, by the model solution.

use sandglass_package::{Kind, Package, Protocol};

use super::{Made, MadeFile, fault, model};
use crate::error::{Family, JudgeError};
use crate::judge::{Judge, Options, Submission};
use crate::limits::TestLimits;
use crate::programs::{Called, Decider, Programs, helper_limits};
use crate::scratch::SharedFile;
use crate::test_run::TestRuns;
use crate::time_limit::LONGEST;

impl Judge {
    /// Makes answers by the model solution and puts them into the package: of the tests that it says how
    /// to make, of those that have none, and of all others where `all` is set.
    ///
    /// # Errors
    /// [`JudgeError::Helper`] where there is no model solution, or it does not compile; those of
    /// writing, and failures of ours.
    pub fn make_answers(
        &self,
        package: &Package,
        all: bool,
        progress: &mut dyn FnMut(&MadeFile),
    ) -> Result<Vec<MadeFile>, JudgeError> {
        let mut wanted = Vec::new();
        for test in &package.tests {
            let Some(answer) = &test.answer else { continue };
            let generated = package.generated_tests.iter().any(|made| made.test == test.name);
            if all || generated || !package.tree().contains(answer)? {
                wanted.push((test, answer));
            }
        }
        // An interactor of testlib leaves an output for the checker, and so an answer.
        let talks = package.problem.kind == Kind::Interactive
            && package.interactor.as_ref().is_some_and(|it| it.protocol == Protocol::Testlib);
        if wanted.is_empty() || !(talks || package.problem.kind == Kind::Batch) {
            return Ok(Vec::new());
        }
        let example = model(package)?;
        let sources = package.sources(example)?;
        let submission = Submission {
            sources: &sources,
            language: example.language.as_deref(),
            entry_point: example.entry_point.as_deref(),
        };
        let label = format!("model solution {}", example.name);
        let ready = self
            .ready(package, &submission, &mut |_| {})?
            .map_err(|refusal| fault(&label, None, refusal.messages))?;
        let Some(program) = &ready.programs else {
            let words = ready.compilation.messages.clone();
            return Err(fault(&label, None, format!("it does not compile: {words}")));
        };
        let limits = TestLimits::new(package, &ready.language, Some(LONGEST))?;
        let limits_of_helpers = helper_limits(package);
        let interactor = package.interactor.as_ref().filter(|_| talks);
        let interactor = interactor.map(|program| {
            let helper = self.helper(package, "interactor", program)?;
            Ok::<_, JudgeError>(Called { helper, protocol: program.protocol })
        });
        let programs = Programs {
            decider: Decider::Default,
            interactor: interactor.transpose()?,
            main: None,
            limits: limits_of_helpers,
            images: false,
        };
        let options = Options { time_limit: Some(LONGEST), once: true, ..Options::default() };
        let runs = TestRuns::new(package, &programs, program, limits, &options)?;
        let mut files = Vec::new();
        for (test, answer) in wanted {
            let output = self.station(0).try_twice(|station| runs.output(station, test));
            let outcome = match output {
                Ok((Ok(output), _)) => write(package, answer, &output)?,
                Ok((Err(failure), _)) => Made::Failed(format!("{label}: {failure}")),
                Err(error) if error.family() == Family::Problem => Made::Failed(error.words()),
                Err(error) => return Err(error),
            };
            let file = MadeFile { test: test.name.clone(), path: answer.clone(), made: outcome };
            progress(&file);
            files.push(file);
        }
        Ok(files)
    }
}

fn write(package: &Package, answer: &str, output: &SharedFile) -> Result<Made, JudgeError> {
    let mut content = output.open().map_err(|error| JudgeError::system("read an output", error))?;
    Ok(match package.replace(answer, &mut content)? {
        true => Made::Written,
        false => Made::Same,
    })
}
