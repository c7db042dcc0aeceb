//! Checker, interactor, validators, generators and graders.

use roxmltree::Node;

use super::problem_xml::{child, listed, warning};
use super::{cases, language, wrong};
use crate::error::PackageError;
use crate::package::{MOST_PROGRAM_BYTES, Parts};
use crate::problem::Kind;
use crate::program::{BesideFile, Checker, HelperProgram, IncludedFiles, Protocol};
use crate::test_case::ValidatorArguments;
use crate::tree::Tree;

pub(super) fn read(
    tree: &Tree,
    root: Node<'_, '_>,
    testset: Node<'_, '_>,
    parts: &mut Parts,
) -> Result<(), PackageError> {
    let resources = child(root, "files").map(|files| listed(files, "resources", "file"));
    let resources = resources.unwrap_or_default();
    let headers: Vec<BesideFile> = resources
        .iter()
        .filter_map(|file| file.attribute("path"))
        .filter(|path| path.ends_with(".h") || path.ends_with(".hpp"))
        .map(beside)
        .collect();
    let reader = Reader { tree, headers };
    let assets = child(root, "assets").ok_or_else(|| wrong("there are no assets"))?;
    if let Some(interactor) = child(assets, "interactor") {
        parts.problem.kind = Kind::Interactive;
        parts.interactor = Some(reader.program(interactor, Protocol::Testlib)?);
    }
    let node = child(assets, "checker").ok_or_else(|| wrong("there is no checker"))?;
    let checker = reader.program(node, Protocol::Testlib)?;
    cases::of_checker(tree, node, parts)?;
    // Interactors know no such arguments.
    if parts.interactor.is_none() && reader.asks_for_group(&checker)? {
        for (test, node) in parts.tests.iter_mut().zip(listed(testset, "tests", "test")) {
            test.output_validator_arguments = set_and_group(testset.attribute("name"), node);
        }
    }
    parts.checker = Checker::Programs(vec![checker]);
    let mut asking = Vec::new();
    for node in listed(assets, "validators", "validator") {
        let validator = reader.program(node, Protocol::Testlib)?;
        let asks = reader.asks_for_group(&validator)?;
        cases::of_validator(tree, node, asks.then_some(&validator.name), parts)?;
        asking.extend(asks.then(|| validator.name.clone()));
        parts.input_validators.push(validator);
    }
    if !asking.is_empty() {
        for (test, node) in parts.tests.iter_mut().zip(listed(testset, "tests", "test")) {
            let arguments = set_and_group(testset.attribute("name"), node);
            let named = asking.iter().map(|name| (name.clone(), arguments.clone()));
            test.input_validator_arguments = ValidatorArguments::Named(named.collect());
        }
    }
    if child(assets, "scorer").is_some() {
        parts
            .warnings
            .push(warning("the scorer is not asked: points are sums of tests and groups"));
    }
    let executables = child(root, "files").map(|files| listed(files, "executables", "executable"));
    for executable in executables.unwrap_or_default() {
        let program = reader.program(executable, Protocol::Testlib)?;
        // Checker and validators stand among the executables once more.
        let used = parts.generated_tests.iter().any(|test| {
            matches!(&test.command, crate::program::GeneratorCommand::Program { generator, .. }
                if *generator == program.name)
        });
        if used {
            parts.generators.push(program);
        }
    }
    if !reader.headers.iter().any(|header| header.name == "testlib.h") {
        parts.warnings.push(warning("testlib.h is not among the files"));
    }
    for file in resources {
        reader.grader(file, parts);
    }
    Ok(())
}

/// What a testlib program is told of a test: its set and its group.
pub(super) fn set_and_group(set: Option<&str>, test: Node<'_, '_>) -> Vec<String> {
    [("--testset", set), ("--group", test.attribute("group"))]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)))
        .flat_map(|(name, value)| [name.to_owned(), value.to_owned()])
        .collect()
}

fn beside(path: &str) -> BesideFile {
    let name = path.rsplit('/').next().unwrap_or(path);
    BesideFile { name: name.to_owned(), path: path.to_owned() }
}

struct Reader<'a> {
    tree: &'a Tree,
    /// Headers that programs may include: `testlib.h` and the problem's own.
    headers: Vec<BesideFile>,
}

impl Reader<'_> {
    /// A program by its `source`. It is called as its file is, without the ending.
    fn program(
        &self,
        node: Node<'_, '_>,
        protocol: Protocol,
    ) -> Result<HelperProgram, PackageError> {
        let source = child(node, "source");
        let Some(path) = source.and_then(|source| source.attribute("path")) else {
            return Err(wrong(format!("{} has no source", node.tag_name().name())));
        };
        if !self.tree.contains(path)? {
            let reason = "problem.xml names it";
            return Err(PackageError::Missing { file: path.to_owned(), reason });
        }
        let mut program = HelperProgram::new(path, protocol);
        if let Some((stem, _)) = program.name.rsplit_once('.') {
            program.name = stem.to_owned();
        }
        let kind = source.and_then(|source| source.attribute("type"));
        program.language = kind.and_then(language).map(str::to_owned);
        program.extra_files =
            self.headers.iter().filter(|header| header.path != path).cloned().collect();
        Ok(program)
    }

    /// Whether a program looks at the group or the set of a test. Who does not is not told: headers
    /// of before 2020 end a checker that is called with more than its files.
    fn asks_for_group(&self, program: &HelperProgram) -> Result<bool, PackageError> {
        let own = program.extra_files.iter().filter(|file| file.name != "testlib.h");
        for path in own.map(|file| &file.path).chain([&program.path]) {
            let text = self.tree.read(path, MOST_PROGRAM_BYTES)?;
            let text = String::from_utf8_lossy(&text);
            if [".group()", ".testset()", "--group", "--testset"].iter().any(|it| text.contains(it))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A resource that is compiled with solutions.
    fn grader(&self, file: Node<'_, '_>, parts: &mut Parts) {
        let named = |list: &str, name: &'static str, value: &str| {
            listed(file, list, name).iter().any(|node| {
                node.attribute("name").is_some_and(|name| name.eq_ignore_ascii_case(value))
            })
        };
        let compiled = named("stages", "stage", "compile") && named("assets", "asset", "solution");
        let Some(path) = file.attribute("path").filter(|_| compiled) else { return };
        let kinds = file.attribute("for-types").unwrap_or_default();
        let mut languages: Vec<Option<String>> = kinds
            .split([';', ','])
            .map(str::trim)
            .filter(|kind| !kind.is_empty())
            .filter_map(|kind| language(kind).map(|code| Some(code.to_owned())))
            .collect();
        languages.dedup();
        if kinds.trim().is_empty() {
            languages.push(None);
        }
        for language in languages {
            let found = parts.included.iter_mut().find(|files| files.language == language);
            match found {
                Some(files) => files.files.push(beside(path)),
                None => {
                    parts.included.push(IncludedFiles { language, files: vec![beside(path)] });
                }
            }
        }
    }
}
