//! Commands of a kit, as a Makefile, a batch file and `run.py` write them.

use serde_json::{Value as Json, json};

use super::Files;
use super::tools::{Program, Together, Tools};
use crate::generate::Language;

impl Tools {
    /// The command that builds a side in its folder, for `run.py`: `$NAME=usual` is a variable, and
    /// `*.ext` all such files.
    pub(super) fn apart_build(&self, language: &Language, main: bool) -> Option<Vec<String>> {
        let compiler = self.compiler.as_ref()?;
        let mut words = vec![variable(compiler)];
        if !self.flags.0.is_empty() {
            words.push(format!("${}={}", self.flags.0, self.flags.1));
        }
        let entry = language.entry(main).unwrap_or_default();
        let values = [("{program}", "program"), ("{entry}", entry)];
        words.extend(language.flags(main).iter().map(|word| (*word).to_owned()));
        words.extend(filled(self.build, &values));
        Some(
            words
                .into_iter()
                .map(|word| match &word[..] {
                    "{sources}" => format!("*.{}", language.extension),
                    _ => word,
                })
                .collect(),
        )
    }

    /// The command that runs a side in its folder, for `run.py`.
    pub(super) fn apart_run(&self, entry: Option<&str>) -> Vec<String> {
        let Some(runner) = &self.runner else { return vec!["./program".to_owned()] };
        let mut words = vec![variable(runner)];
        let values = [("{program}", "program"), ("{entry}", entry.unwrap_or_default())];
        words.extend(filled(self.run, &values));
        words
    }

    /// The variables of a Makefile or batch file, and their values where nobody sets them.
    pub(super) fn variables(&self, windows: bool, together: bool) -> Vec<Json> {
        let mut all = Vec::new();
        if together {
            for program in [&self.compiler, &self.runner].into_iter().flatten() {
                let usual = if windows { program.windows } else { program.unix };
                if usual.is_empty() {
                    continue;
                }
                all.push(json!({ "variable": program.variable, "usual": usual }));
            }
            if !self.flags.0.is_empty() {
                all.push(json!({ "variable": self.flags.0, "usual": self.flags.1 }));
            }
        }
        // run.py needs it in every language.
        if !windows && all.iter().all(|one| one["variable"] != "PYTHON") {
            all.push(json!({ "variable": "PYTHON", "usual": "python3" }));
        }
        all
    }
}

impl Together {
    /// Whether CMake knows the language.
    pub(super) fn cmake(&self) -> bool {
        self.beside.iter().any(|name| name.ends_with(".h"))
    }

    /// What is compiled with the sources of both sides.
    pub(super) fn more_sources(&self, files: &Files, main: &str, tools: &Tools) -> Vec<String> {
        let mut more = Vec::new();
        if let Some(not) = self.all_but {
            let folder = format!("sandglass/{main}/");
            let of_main = files.list.iter().filter_map(|file| file.path.strip_prefix(&folder[..]));
            more.extend(of_main.filter(|name| *name != not).map(|name| format!("{folder}{name}")));
        }
        let beside = self.beside.iter().filter(|name| !name.ends_with(".h"));
        more.extend(beside.map(|name| (*name).to_owned()));
        if tools.compiler.is_some() {
            more.extend(self.file.map(|(_, path)| path.to_owned()));
        }
        more
    }

    /// How one program is built and run: `make_…` for a Makefile, `bat_…` for a batch file.
    pub(super) fn commands(&self, tools: &Tools, module: &str, sources: &[String]) -> Json {
        let [program, bat_program] = tools.product.map(|name| name.replace("{module}", module));
        let fill = |text: &str, program: &str| {
            text.replace("{program}", program)
                .replace("{sources}", &sources.join(" "))
                .replace("{entry}", self.entry)
        };
        let compile = |dollar: fn(&str) -> String, program: &str| {
            let compiler = tools.compiler.as_ref()?;
            let mut words = vec![dollar(compiler.variable)];
            words.extend(Some(dollar(tools.flags.0)).filter(|_| !tools.flags.0.is_empty()));
            words.push(fill(tools.build, program));
            Some(words.join(" "))
        };
        let run =
            |dollar: fn(&str) -> String, itself: &str, program: &str, windows: bool| match &tools
                .runner
            {
                Some(runner) if !(windows && runner.windows.is_empty()) => {
                    format!("{} {}", dollar(runner.variable), fill(tools.run, program))
                }
                _ => itself.to_owned(),
            };
        let make: fn(&str) -> String = |name| format!("$({name})");
        let bat: fn(&str) -> String = |name| format!("%{name}%");
        // Compilers for C take their library along: the one of MinGW is on no other machine.
        let alone = if self.cmake() { " -static" } else { "" };
        json!({
            "make_program": program,
            "make_build": compile(make, "$(PROGRAM)"),
            "make_run": run(make, "./$(PROGRAM)", "$(PROGRAM)", false),
            "bat_program": bat_program,
            "bat_build": compile(bat, &bat_program).map(|line| line.replace('/', "\\") + alone),
            "bat_run": run(bat, &bat_program, &bat_program, true).replace('/', "\\"),
            "entry": self.entry,
            "sources": sources.join(" "),
        })
    }
}

fn variable(program: &Program) -> String {
    format!("${}={}", program.variable, program.unix)
}

/// The words of a command, with what is known filled in.
fn filled(text: &str, values: &[(&str, &str)]) -> Vec<String> {
    let fill = |word: &str| {
        values.iter().fold(word.to_owned(), |word, (name, value)| word.replace(name, value))
    };
    text.split_whitespace().map(fill).collect()
}
