//! Kits: what a contestant gets of a task, to write a program and to try it without Sandglass.
//!
//! A kit has the sources to start from, samples, and two ways to build them. Where both sides are in one
//! language, the unmodified sources make one program, with nothing generated between them: by a Makefile,
//! by CMake, or by `run.bat` on Windows. And on Linux and macOS, in any two languages, `run.py` builds
//! the sides apart with what `generate` makes for the judge, and lets them talk through pipes.
//!
//! The setter's Main is in a kit only where it is given; otherwise the contestant gets a Main to write.

mod commands;
mod tools;

use serde_json::{Value as Json, json};

use crate::generate::{GenerateError, Language, generate, render, source_name, start};
use crate::model::Model;
use tools::{Tools, tools};

/// What a kit is made of.
#[derive(Clone, Copy, Debug)]
pub struct Kit<'a> {
    /// The interfaces.
    pub model: &'a Model,
    /// The name of the task.
    pub module: &'a str,
    /// The interface file itself.
    pub interface_file: &'a str,
    /// The contestant's language.
    pub language: &'static Language,
    /// The setter's Main and its language, where contestants may have it.
    pub main: Option<(&'static Language, &'a [u8])>,
    /// What contestants start from, where the setter wrote it.
    pub start: Option<&'a [u8]>,
    /// Samples.
    pub samples: &'a [Sample],
}

/// A sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its name, without an ending.
    pub name: String,
    /// What Main reads.
    pub input: Vec<u8>,
    /// What Main prints, where that is known.
    pub answer: Option<Vec<u8>>,
}

/// A file of a kit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KitFile {
    /// Its path in the kit, with slashes.
    pub path: String,
    /// What is in it.
    pub content: Vec<u8>,
    /// Whether it is a program.
    pub executable: bool,
}

/// Why there is no kit.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KitError {
    /// Kits do not know how this language is built on a contestant's machine.
    #[error("there are no kits in {0} yet")]
    Language(&'static str),
    /// A template is broken: our fault.
    #[error(transparent)]
    Generate(#[from] GenerateError),
}

/// Whether there are kits in a language.
pub fn has_kit(language: &Language) -> bool {
    tools(language.code).is_some()
}

/// The templates of a kit that are the same in all languages: file, template, whether it is a program.
const ALWAYS: &[(&str, &str, bool)] = &[
    ("README.md", include_str!("../../templates/kit/README.md"), false),
    ("Makefile", include_str!("../../templates/kit/Makefile"), false),
    ("run.py", include_str!("../../templates/kit/run.py"), true),
    (".vscode/tasks.json", include_str!("../../templates/kit/tasks.json"), false),
];
/// Where both sides make one program.
const TOGETHER: &[(&str, &str)] = &[
    ("run.bat", include_str!("../../templates/kit/run.bat")),
    (".vscode/launch.json", include_str!("../../templates/kit/launch.json")),
];
/// Where both are C, or both C++.
const CMAKE: &[(&str, &str)] = &[
    ("CMakeLists.txt", include_str!("../../templates/kit/CMakeLists.txt")),
    ("CMakePresets.json", include_str!("../../templates/kit/CMakePresets.json")),
    ("sandglass/compare.cmake", include_str!("../../templates/kit/compare.cmake")),
];
/// What stands between the sources of one program.
const BETWEEN: &[(&str, &str)] = &[
    ("together.py", include_str!("../../templates/kit/together.py")),
    ("together.js", include_str!("../../templates/kit/together.js")),
    ("together.pas", include_str!("../../templates/kit/together.pas")),
    ("single.rs", include_str!("../../templates/rust/single.rs")),
];

impl Kit<'_> {
    /// The files, sorted by path.
    ///
    /// # Errors
    /// [`KitError::Language`] where kits do not know a language.
    pub fn files(&self) -> Result<Vec<KitFile>, KitError> {
        let main_language = self.main.map_or(self.language, |(language, _)| language);
        let known = |language: &'static Language| {
            tools(language.code).ok_or(KitError::Language(language.name))
        };
        let (tools, main_tools) = (known(self.language)?, known(main_language)?);
        let mut files = Files::default();
        for (role, interface) in self.model.interfaces.iter().enumerate() {
            let language = if role == 0 { main_language } else { self.language };
            for file in generate(self.model, self.module, language, role)? {
                files.add(format!("sandglass/{}/{}", interface.name, file.name), file.text);
            }
        }
        let main_source = source_name(self.module, main_language, true);
        match self.main {
            Some((_, content)) => files.add(main_source, content),
            None => {
                files.add(main_source, start(self.model, self.module, main_language, true)?.text)
            }
        }
        let child_source = source_name(self.module, self.language, false);
        match self.start {
            Some(content) => files.add(child_source, content),
            None => {
                files.add(child_source, start(self.model, self.module, self.language, false)?.text);
            }
        }
        files.add(format!("{}.idl", self.module), self.interface_file);
        for sample in self.samples {
            files.add(format!("samples/{}.in", sample.name), &sample.input[..]);
            if let Some(answer) = &sample.answer {
                files.add(format!("samples/{}.ans", sample.name), &answer[..]);
            }
        }
        self.scripts(&mut files, tools, main_language, main_tools)?;
        files.list.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(files.list)
    }

    /// What builds and runs them.
    fn scripts(
        &self,
        files: &mut Files,
        tools: &Tools,
        main_language: &'static Language,
        main_tools: &Tools,
    ) -> Result<(), KitError> {
        let one_language = main_language.code == self.language.code;
        let together = tools.together.as_ref().filter(|_| one_language);
        if let Some(together) = together {
            for name in together.beside {
                let name = name.replace("{module}", self.module);
                // The same for every side.
                let lies = format!("sandglass/{}/{name}", self.model.interfaces[0].name);
                let found = files.list.iter().find(|file| file.path == lies);
                if let Some(content) = found.map(|file| file.content.clone()) {
                    files.add(name, content);
                }
            }
        }
        let context = self.context(files, tools, main_language, main_tools, together);
        let rendered =
            |template| render(self.model, self.module, self.language, 1, template, &context);
        for (path, template, executable) in ALWAYS {
            let text = rendered((path, template))?;
            files.add(*path, text);
            if let Some(last) = files.list.last_mut() {
                last.executable = *executable;
            }
        }
        let Some(together) = together else { return Ok(()) };
        for (path, template) in TOGETHER {
            let mut text = rendered((path, template))?;
            if *path == "run.bat" {
                // Its reader wants the line ends of Windows.
                text = text.replace('\n', "\r\n");
            }
            files.add(*path, text);
        }
        if together.cmake() {
            for (path, template) in CMAKE {
                files.add(*path, rendered((path, template))?);
            }
        }
        if let Some((template, path)) = together.file
            && let Some(found) = BETWEEN.iter().find(|(name, _)| *name == template)
        {
            files.add(path, rendered(*found)?);
        }
        Ok(())
    }

    /// What the templates of a kit see as `kit`.
    fn context(
        &self,
        files: &Files,
        tools: &Tools,
        main_language: &'static Language,
        main_tools: &Tools,
        together: Option<&tools::Together>,
    ) -> Json {
        let sides: Vec<Json> = self
            .model
            .interfaces
            .iter()
            .enumerate()
            .map(|(role, interface)| {
                let main = role == 0;
                let (language, tools) =
                    if main { (main_language, main_tools) } else { (self.language, tools) };
                let words = |words: Option<Vec<String>>| words.map_or(json!([]), Json::from);
                json!({
                    "name": python(&json!(interface.name)),
                    "source": python(&json!(source_name(self.module, language, main))),
                    "build": python(&words(tools.apart_build(language, main))),
                    "run": python(&words(Some(tools.apart_run(language.entry(main))))),
                })
            })
            .collect();
        let sources = [(main_language, true), (self.language, false)]
            .map(|(language, main)| source_name(self.module, language, main));
        let compiled = together.map(|together| {
            let mut all = sources.to_vec();
            all.extend(together.more_sources(files, &self.model.interfaces[0].name, tools));
            together.commands(tools, self.module, &all)
        });
        json!({
            "code": self.language.code,
            "name": self.language.name,
            "needs": tools.needs,
            "main_needs": main_tools.needs,
            "debugger": tools.debugger,
            "compiler": tools.compiler.as_ref().map(|compiler| compiler.variable),
            "variables": tools.variables(false, together.is_some()),
            "variables_windows": tools.variables(true, true),
            "main_given": self.main.is_some(),
            "main_source": sources[0],
            "child_source": sources[1],
            "beside": together.map_or_else(Vec::new, |together| {
                together.beside.iter().map(|name| name.replace("{module}", self.module)).collect()
            }),
            "samples": self.samples.iter().any(|sample| sample.answer.is_some()),
            "cmake": together.is_some_and(tools::Together::cmake),
            "sides": sides,
            "together": compiled,
        })
    }
}

/// A list of words as Python writes it: that is how JSON does, but for what is in no list of ours.
fn python(value: &Json) -> String {
    value.to_string()
}

/// The files of a kit, while it is made.
#[derive(Debug, Default)]
struct Files {
    list: Vec<KitFile>,
}

impl Files {
    fn add(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.list.push(KitFile { path: path.into(), content: content.into(), executable: false });
    }
}
