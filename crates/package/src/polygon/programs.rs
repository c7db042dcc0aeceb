//! Checker, interactor, validators, generators and graders.

use roxmltree::Node;

use super::problem_xml::{child, listed, text, warning};
use super::tests::Pattern;
use super::{language, wrong};
use crate::error::PackageError;
use crate::package::Parts;
use crate::problem::Kind;
use crate::program::{BesideFile, Checker, HelperProgram, IncludedFiles, Protocol};
use crate::test_case::{TestCase, ValidationCase, ValidationKind};
use crate::tree::Tree;

pub(super) fn read(tree: &Tree, root: Node<'_, '_>, parts: &mut Parts) -> Result<(), PackageError> {
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
    parts.checker = match child(assets, "checker") {
        Some(checker) => Checker::Programs(vec![reader.program(checker, Protocol::Testlib)?]),
        None => return Err(wrong("there is no checker")),
    };
    if let Some(interactor) = child(assets, "interactor") {
        parts.problem.kind = Kind::Interactive;
        parts.interactor = Some(reader.program(interactor, Protocol::Testlib)?);
    }
    for validator in listed(assets, "validators", "validator") {
        parts.input_validators.push(reader.program(validator, Protocol::Testlib)?);
        reader.invalid_inputs(validator, parts)?;
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
        if let Some((stem, _)) = program.name.split_once('.') {
            program.name = stem.to_owned();
        }
        let kind = source.and_then(|source| source.attribute("type"));
        program.language = kind.and_then(language).map(str::to_owned);
        program.extra_files =
            self.headers.iter().filter(|header| header.path != path).cloned().collect();
        Ok(program)
    }

    /// Tests of a validator that it must reject.
    fn invalid_inputs(
        &self,
        validator: Node<'_, '_>,
        parts: &mut Parts,
    ) -> Result<(), PackageError> {
        let Some(set) = child(validator, "testset") else { return Ok(()) };
        let Some(pattern) = text(set, "input-path-pattern").and_then(Pattern::parse) else {
            return Ok(());
        };
        for (index, test) in listed(set, "tests", "test").into_iter().enumerate() {
            let input = pattern.path(index + 1);
            let invalid =
                test.attribute("verdict").is_some_and(|v| v.eq_ignore_ascii_case("invalid"));
            if invalid && self.tree.contains(&input)? {
                let test = TestCase { name: input.clone(), input, ..TestCase::default() };
                let kind = ValidationKind::InvalidInput;
                parts.validation_cases.push(ValidationCase { kind, test, output: None });
            }
        }
        Ok(())
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
