//! An interface file, checked, and what makes a program of somebody's sources.

use std::sync::Arc;

use sandglass_idl::{Model, check, generate, render, source_name};
use sandglass_languages::Language;
use sandglass_package::{Package, SourceFile, Sources};

use crate::compile::Wanted;
use crate::error::JudgeError;
use crate::helper::HelperFault;

/// A task in the interface language.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its name: that of the interface file without the ending. Contestants' sources are called so.
    pub name: String,
    /// What the file means.
    pub model: Model,
}

/// Why no program can be made of sources: the fault of whoever sent them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// The language has no back end.
    #[error("programs in {language} cannot take part: there are back ends for {known}")]
    NoBackEnd {
        /// What it is called.
        language: String,
        /// Codes of those that have one.
        known: String,
    },
    /// It is not clear which file is the program.
    #[error("there are several files, and none is called {wanted} or {interface}")]
    NoSource {
        /// What the only one may be called.
        wanted: String,
        /// What one for a single interface may be called.
        interface: String,
    },
}

/// What a program is compiled from.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The interface.
    pub(crate) name: String,
    pub(crate) sources: Sources,
    pub(crate) entry_point: Option<String>,
    /// What the compiler is told beyond its language's command.
    pub(crate) flags: &'static [&'static str],
}

impl Part {
    /// As the compiler takes it.
    pub(crate) fn wanted(&self) -> Wanted<'_> {
        Wanted { entry_point: self.entry_point.as_deref(), flags: self.flags }
    }
}

/// The back end of a language; that of a variant is its language's.
///
/// # Errors
/// [`TaskError::NoBackEnd`].
pub fn back_end(language: &Language) -> Result<&'static sandglass_idl::Language, TaskError> {
    let of_language = language.variant_of.as_deref().and_then(sandglass_idl::language);
    sandglass_idl::language(&language.code).or(of_language).ok_or_else(|| {
        let known: Vec<&str> = sandglass_idl::LANGUAGES.iter().map(|one| one.code).collect();
        TaskError::NoBackEnd { language: language.name.clone(), known: known.join(", ") }
    })
}

impl Task {
    /// That of a package, if it has one.
    ///
    /// # Errors
    /// [`JudgeError::Package`] where a file cannot be read, [`JudgeError::Helper`] where the interface
    /// file is wrong.
    pub(crate) fn of_package(package: &Package) -> Result<Option<(Task, Sources)>, JudgeError> {
        let (Some(task), Some((text, main))) = (&package.problem.interface, package.interface()?)
        else {
            return Ok(None);
        };
        let fault = |reason: &str, words: String| HelperFault {
            program: format!("interface file {}", task.file),
            test: None,
            reason: reason.to_owned(),
            words,
        };
        let name = sandglass_idl::task_name(&task.file).ok_or_else(|| {
            fault("call it like cave.idl: letters and digits, and not Main", String::new())
        })?;
        let checked = check(&text);
        let Some(model) = checked.model else {
            let words = render(&task.file, &text, &checked.diagnostics, false);
            return Err(fault("it is wrong", words).into());
        };
        Ok(Some((Task { name: name.to_owned(), model }, main)))
    }

    /// What the program for the interface at `role` is compiled from; 0 is Main's.
    ///
    /// Of several files, the one that is called as the task (`Main` for Main), or as the interface, is
    /// the program; a single source may be called anything.
    ///
    /// # Errors
    /// `Ok(Err)` where these sources cannot be one; [`JudgeError::Infrastructure`] where a template
    /// is broken.
    pub(crate) fn part(
        &self,
        role: usize,
        language: &Arc<Language>,
        sources: &Sources,
    ) -> Result<Result<Part, TaskError>, JudgeError> {
        let back_end = match back_end(language) {
            Ok(back_end) => back_end,
            Err(error) => return Ok(Err(error)),
        };
        let interface = &self.model.interfaces[role].name;
        let named = |name: &str| format!("{name}.{}", back_end.extension);
        let wanted = source_name(&self.name, back_end, role == 0);
        let mut files = sources.files.clone();
        if !files.iter().any(|file| file.name == wanted) {
            let of_interface = files.iter().position(|file| file.name == named(interface));
            let claimed: Vec<usize> =
                (0..files.len()).filter(|&at| language.claims(&files[at].name)).collect();
            match (of_interface, &claimed[..]) {
                (Some(own), _) | (None, &[own]) => files[own].name.clone_from(&wanted),
                (None, _) => {
                    let interface = named(interface);
                    return Ok(Err(TaskError::NoSource { wanted, interface }));
                }
            }
            // Programs of the other interfaces are none of its files.
            let others = self.model.children().iter().map(|other| named(&other.name));
            let others: Vec<String> = others.filter(|name| *name != wanted).collect();
            files.retain(|file| !others.contains(&file.name));
        }
        let generated = generate(&self.model, &self.name, back_end, role)
            .map_err(|error| JudgeError::system("generate what joins programs", chain(&error)))?;
        for file in generated {
            files.retain(|other| other.name != file.name);
            files.push(SourceFile { name: file.name, content: file.text.into_bytes() });
        }
        files.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(Ok(Part {
            name: interface.clone(),
            sources: Sources { name: sources.name.clone(), files },
            entry_point: back_end.entry(role == 0).map(str::to_owned),
            flags: back_end.flags(role == 0),
        }))
    }
}

fn chain(error: &dyn std::error::Error) -> String {
    let source = error.source().map(|source| format!(": {source}")).unwrap_or_default();
    format!("{error}{source}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandglass_languages::Languages;

    const IDL: &str = "interface Main { void say(int n); };\n\
        interface encoder { void encode(int n); };\ninterface decoder { void decode(int n); };\n";

    /// The names of the files of the program at `role`, without those that are generated.
    fn part(role: usize, language: &str, files: &[&str]) -> Result<Vec<String>, String> {
        let languages = Languages::builtin().unwrap();
        let language = languages.by_code(language).unwrap();
        let task = Task { name: "birds".to_owned(), model: check(IDL).model.unwrap() };
        let files = files
            .iter()
            .map(|name| SourceFile { name: (*name).to_owned(), content: name.as_bytes().into() })
            .collect();
        let part = task.part(role, &language, &Sources { name: "x".to_owned(), files }).unwrap();
        let own = |file: SourceFile| {
            let content = String::from_utf8(file.content).unwrap();
            (content.len() < 20).then(|| format!("{}={content}", file.name))
        };
        part.map(|part| part.sources.files.into_iter().filter_map(own).collect())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_program_is_found_among_the_files() {
        assert_eq!(part(1, "cpp", &["a.cc"]).unwrap(), ["birds.cpp=a.cc"]);
        assert_eq!(part(1, "c", &["a.c", "a.h"]).unwrap(), ["a.h=a.h", "birds.c=a.c"]);
        let both = ["decoder.py", "encoder.py", "common.py"];
        assert_eq!(
            part(1, "python3", &both).unwrap(),
            ["birds.py=encoder.py", "common.py=common.py"]
        );
        assert_eq!(
            part(2, "python3", &both).unwrap(),
            ["birds.py=decoder.py", "common.py=common.py"]
        );
        let named = ["birds.py", "other.py"];
        assert_eq!(part(2, "python3", &named).unwrap(), ["birds.py=birds.py", "other.py=other.py"]);
        assert_eq!(part(0, "cpp", &["setter.cpp"]).unwrap(), ["Main.cpp=setter.cpp"]);
    }

    #[test]
    fn what_cannot_be_a_program_says_why() {
        let several = part(1, "python3", &["a.py", "b.py"]).unwrap_err();
        assert_eq!(several, "there are several files, and none is called birds.py or encoder.py");
        let no_back_end = part(1, "perl", &["a.pl"]).unwrap_err();
        assert!(no_back_end.contains("Perl") && no_back_end.contains("cpp"), "{no_back_end}");
    }
}
