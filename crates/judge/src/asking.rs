//! Asking a package's programs something outside of a submission's judging: whether an input is valid,
//! what a generator makes, whether an output would be accepted.

use std::fs::File;
use std::io::Read;

use sandglass_languages::WORK_DIRECTORY;
use sandglass_package::{HelperProgram, Package, PackageError, Protocol, TestCase};
use sandglass_sandbox::{Cause, Outcome};

use crate::check::CheckerReport;
use crate::checker::Difference;
use crate::checktestdata::{Answer, Grammar};
use crate::error::JudgeError;
use crate::helper::{Body, Helper, HelperCompiler, HelperEnd, HelperLimits, HelperRun};
use crate::judge::Judge;
use crate::programs::{Programs, helper_limits, helper_source};
use crate::scratch::SharedFile;
use crate::test_run::Checking;

/// What an input validator said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validation {
    /// Whether the input is valid.
    pub valid: bool,
    /// What it wrote, standard error first.
    pub words: String,
}

/// What deciders said about an output.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Whether they accept it.
    pub accepted: bool,
    /// Where it differs from the answer, where there is no program.
    pub difference: Option<Difference>,
    /// What the package's programs said.
    pub checker: Option<CheckerReport>,
}

impl Judge {
    /// Makes a program of the package ready to run; `role` is what it is for, such as `generator`.
    ///
    /// # Errors
    /// [`JudgeError::Helper`] where it does not compile, and failures of ours.
    pub fn helper(
        &self,
        package: &Package,
        role: &'static str,
        program: &HelperProgram,
    ) -> Result<Helper, JudgeError> {
        let source = helper_source(package, role, program)?;
        let compiler = HelperCompiler { compiler: &self.compiler, languages: &self.languages };
        compiler.compile(&mut self.station(0), &source)
    }

    /// Asks an input validator about an input.
    ///
    /// # Errors
    /// [`JudgeError::Helper`] where it did not come to an answer, and failures of ours.
    pub fn validate_input(
        &self,
        package: &Package,
        validator: &Helper,
        protocol: Protocol,
        input: File,
        arguments: &[String],
    ) -> Result<Validation, JudgeError> {
        if let Body::Grammar(grammar) = &validator.body {
            return hold_against(grammar, validator, input);
        }
        let input = kept(input)?;
        let mut run = HelperRun::new(validator, helper_limits(package));
        run.arguments = arguments.to_vec();
        let end = self.ask(&mut run, Some(&input))?;
        let Some(code) = end.exit_code else {
            return Err(run.fault(None, end.reason.clone(), &end).into());
        };
        let valid = code == if protocol == Protocol::Kattis { 42 } else { 0 };
        let mut words = String::from_utf8_lossy(&end.stderr).into_owned();
        words.push_str(&String::from_utf8_lossy(&end.stdout));
        Ok(Validation { valid, words: words.trim().to_owned() })
    }

    /// Runs a generator and returns what it writes to standard output, or to `file` in its working
    /// directory.
    ///
    /// # Errors
    /// [`JudgeError::Helper`] where it does not exit with 0 or writes no such file, and failures of
    /// ours.
    pub fn generate(
        &self,
        generator: &Helper,
        limits: HelperLimits,
        arguments: &[String],
        environment: &[(String, String)],
        file: Option<&str>,
    ) -> Result<Vec<u8>, JudgeError> {
        let mut run = HelperRun::new(generator, limits);
        run.arguments = arguments.to_vec();
        run.environment = environment.to_vec();
        run.product = file.map(|file| format!("{WORK_DIRECTORY}/{file}"));
        let end = self.ask(&mut run, None)?;
        match end.exit_code {
            Some(0) => match (file, &end.product) {
                (None, _) => Ok(end.stdout),
                (Some(_), Some(product)) => product.bytes().map_err(lost),
                (Some(file), None) => {
                    Err(run.fault(None, format!("it wrote no file {file}"), &end).into())
                }
            },
            Some(code) => {
                Err(run.fault(None, format!("it exited with {code}, and not with 0"), &end).into())
            }
            None => Err(run.fault(None, end.reason.clone(), &end).into()),
        }
    }

    /// Asks whoever decides about outputs of the package about one, as if a submission had written it
    /// on this test.
    ///
    /// # Errors
    /// [`JudgeError::Helper`] where a program did not come to an answer, and failures of ours.
    pub fn check_output(
        &self,
        package: &Package,
        test: &TestCase,
        output: File,
    ) -> Result<Checked, JudgeError> {
        let compiler = HelperCompiler { compiler: &self.compiler, languages: &self.languages };
        let programs = Programs::compile(package, &compiler, &mut self.station(0))?;
        let output = kept(output)?;
        let checking = Checking { package, programs: &programs };
        let (checked, _) =
            self.station(0).try_twice(|station| checking.output(station, test, &output))?;
        Ok(checked)
    }

    /// Runs a helper; a failure of ours is tried again once.
    pub(crate) fn ask(
        &self,
        run: &mut HelperRun<'_>,
        input: Option<&SharedFile>,
    ) -> Result<HelperEnd, JudgeError> {
        let (outcome, _) = self.station(0).try_twice(|station| {
            if let Some(input) = input {
                run.stdin = input.input().map_err(lost)?;
            }
            let request = run.request()?;
            let outcome = station.helper_lane()?.run(&request).map_err(|error| {
                JudgeError::sandbox(format!("run {}", run.helper.label), &error)
            })?;
            refuse_killed(run, outcome)
        })?;
        run.end(outcome)
    }
}

/// Bytes of an input that a grammar is asked about, at most.
const LARGEST_INPUT: u64 = 1 << 30;

/// What a grammar says of an input.
fn hold_against(
    grammar: &Grammar,
    validator: &Helper,
    input: File,
) -> Result<Validation, JudgeError> {
    let fault = |reason: String| crate::make::fault(&validator.label, None, reason);
    let mut content = Vec::new();
    input
        .take(LARGEST_INPUT + 1)
        .read_to_end(&mut content)
        .map_err(|source| PackageError::Read { file: "an input".to_owned(), source })?;
    if content.len() as u64 > LARGEST_INPUT {
        return Err(fault("an input of more than 1 GiB is more than it is asked about".to_owned()));
    }
    match grammar.check(&content) {
        Ok(Answer::Valid) => Ok(Validation { valid: true, words: String::new() }),
        Ok(Answer::Invalid(mismatch)) => {
            Ok(Validation { valid: false, words: mismatch.to_string() })
        }
        Err(error) => Err(fault(error.to_string())),
    }
}

/// Nobody of ours kills a helper that runs alone.
pub(crate) fn refuse_killed(run: &HelperRun<'_>, outcome: Outcome) -> Result<Outcome, JudgeError> {
    match outcome.cause {
        Cause::Killed | Cause::Cancelled => Err(JudgeError::system(
            format!("run {}", run.helper.label),
            "it was killed from outside",
        )),
        _ => Ok(outcome),
    }
}

fn kept(file: File) -> Result<SharedFile, JudgeError> {
    SharedFile::copy(file)
        .map_err(|source| PackageError::Read { file: "a file".to_owned(), source }.into())
}

fn lost(error: std::io::Error) -> JudgeError {
    JudgeError::system("open an input again", error)
}
