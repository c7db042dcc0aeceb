//! Inputs, by generators and shell lines.

use std::collections::HashMap;
use std::time::Duration;

use sandglass_package::{GeneratedTest, GeneratorCommand, Package};

use super::{Made, MadeFile, fault, shell};
use crate::error::{Family, JudgeError};
use crate::helper::{Helper, HelperFault, HelperLimits};
use crate::judge::Judge;

/// What a generator may use: as Sim has it, and inputs of 256 MiB.
const GENERATION: HelperLimits =
    HelperLimits { time: Duration::from_secs(100), memory: 4 << 30, output: 256 << 20 };

/// The generators of a package, each made ready when it is first needed.
pub(crate) struct Generators<'a> {
    judge: &'a Judge,
    package: &'a Package,
    ready: HashMap<String, Result<Helper, HelperFault>>,
}

impl<'a> Generators<'a> {
    pub(crate) fn new(judge: &'a Judge, package: &'a Package) -> Generators<'a> {
        Generators { judge, package, ready: HashMap::new() }
    }

    /// The input of a test.
    ///
    /// # Errors
    /// [`JudgeError::Helper`] where the generator is missing, does not compile or fails, and failures
    /// of ours.
    pub(crate) fn make(&mut self, made: &GeneratedTest) -> Result<Vec<u8>, JudgeError> {
        let (name, arguments) = match &made.command {
            GeneratorCommand::Program { generator, arguments } => {
                (generator.as_str(), arguments.clone())
            }
            GeneratorCommand::Shell(line) => ("", vec![line.clone()]),
        };
        let helper = match self.ready.get(name) {
            Some(ready) => ready.clone(),
            None => {
                let made = match self.compile(name) {
                    Err(JudgeError::Helper(fault)) => Err(fault),
                    other => Ok(other?),
                };
                self.ready.insert(name.to_owned(), made.clone());
                made
            }
        };
        let helper = helper?;
        let mut environment = vec![("SIP_TEST_NAME".to_owned(), made.test.clone())];
        environment.extend(made.seed.map(|seed| ("SIP_TEST_SEED".to_owned(), seed.to_string())));
        let file = made.file.as_deref();
        self.judge.generate(&helper, GENERATION, &arguments, &environment, file)
    }

    /// The generator of this name; an empty name is the shell.
    fn compile(&self, name: &str) -> Result<Helper, JudgeError> {
        if name.is_empty() {
            return shell::helper(self.judge, self.package);
        }
        let found = self.package.generators.iter().find(|program| program.name == name);
        let program = found.ok_or_else(|| {
            fault(&format!("generator {name}"), None, "it is not in the package".to_owned())
        })?;
        self.judge.helper(self.package, "generator", program)
    }
}

impl Judge {
    /// Makes the inputs that the package says how to make, and puts them into it. One that cannot be
    /// made does not keep the others from it.
    ///
    /// # Errors
    /// Those of writing, and failures of ours.
    pub fn make_inputs(
        &self,
        package: &Package,
        progress: &mut dyn FnMut(&MadeFile),
    ) -> Result<Vec<MadeFile>, JudgeError> {
        let mut generators = Generators::new(self, package);
        let mut files = Vec::new();
        for made in &package.generated_tests {
            let found = package.tests.iter().find(|test| test.name == made.test);
            let Some(test) = found else { continue };
            let outcome = match generators.make(made) {
                Ok(input) => match package.replace(&test.input, &mut &input[..])? {
                    true => Made::Written,
                    false => Made::Same,
                },
                Err(error) if error.family() == Family::Problem => Made::Failed(error.words()),
                Err(error) => return Err(error),
            };
            let file =
                MadeFile { test: test.name.clone(), path: test.input.clone(), made: outcome };
            progress(&file);
            files.push(file);
        }
        Ok(files)
    }
}
