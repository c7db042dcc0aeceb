//! The programs of a package that judging its submissions needs, ready to run.

use sandglass_package::{Checker, HelperProgram, LineComparison, Package, Protocol};

use crate::calls::Task;
use crate::error::JudgeError;
use crate::helper::{Helper, HelperCompiler, HelperLimits, HelperSource};
use crate::lanes::Station;

/// A helper, and how to call it.
#[derive(Clone, Debug)]
pub(crate) struct Called {
    pub(crate) helper: Helper,
    pub(crate) protocol: Protocol,
}

/// Who decides about an output.
#[derive(Clone, Debug)]
pub(crate) enum Decider {
    /// The default validator, which takes the output as it comes.
    Default,
    /// The same of lines.
    Lines(LineComparison),
    /// Programs, all of which must accept.
    Programs(Vec<Called>),
    /// Whoever talks with the submission.
    Interactor,
}

/// All of them.
#[derive(Clone, Debug)]
pub(crate) struct Programs {
    pub(crate) decider: Decider,
    pub(crate) interactor: Option<Called>,
    /// The setter's side of a task with an interface.
    pub(crate) main: Option<Helper>,
    pub(crate) limits: HelperLimits,
    /// Whether images of checkers are wanted.
    pub(crate) images: bool,
}

impl Programs {
    /// Compiles what is to be compiled.
    ///
    /// # Errors
    /// [`JudgeError::Helper`] where one does not compile, those of reading the package, and failures
    /// of ours.
    pub(crate) fn compile(
        package: &Package,
        compiler: &HelperCompiler<'_>,
        station: &mut Station,
    ) -> Result<Programs, JudgeError> {
        let mut called = |role, program: &HelperProgram| {
            let source = helper_source(package, role, program)?;
            let helper = compiler.compile(station, &source)?;
            Ok::<_, JudgeError>(Called { helper, protocol: program.protocol })
        };
        let decider = match &package.checker {
            Checker::Default => Decider::Default,
            Checker::Lines(comparison) => Decider::Lines(*comparison),
            Checker::Interactor => Decider::Interactor,
            Checker::Programs(programs) => {
                let programs: Result<_, _> =
                    programs.iter().map(|program| called("checker", program)).collect();
                Decider::Programs(programs?)
            }
        };
        let interactor =
            package.interactor.as_ref().map(|program| called("interactor", program)).transpose()?;
        let main = match Task::of_package(package)? {
            Some((task, sources)) => Some(compiler.compile_main(station, &task, &sources)?),
            None => None,
        };
        Ok(Programs { decider, interactor, main, limits: helper_limits(package), images: false })
    }
}

/// The limits that a package sets for its programs.
pub(crate) fn helper_limits(package: &Package) -> HelperLimits {
    let limits = &package.problem.limits;
    HelperLimits {
        time: limits.validation_time,
        memory: limits.validation_memory,
        output: limits.validation_output,
    }
}

/// A program of a package, read.
///
/// # Errors
/// Those of reading it.
pub(crate) fn helper_source(
    package: &Package,
    role: &'static str,
    program: &HelperProgram,
) -> Result<HelperSource, JudgeError> {
    Ok(HelperSource {
        role,
        name: program.name.clone(),
        sources: package.program(program)?,
        language: program.language.clone(),
    })
}
