//! The programs of the experiment, made from generated code by the compilers of this host.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use sandglass_channel::Transport;
use sandglass_idl::{Language, source_name};
use serde::Serialize;

use super::{Contender, identity};
use crate::LabError;
use crate::contender::{ContenderError, Identity, Role};
use crate::report::LeftOut;
use crate::scratch::Scratch;
use crate::session::{Observation, Progress};

const INTERFACE: &str = include_str!("programs/task.idl");

/// A language of the contestant's program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tongue {
    /// C, by gcc.
    C,
    /// C++, by g++.
    Cpp,
    /// CPython.
    Python,
    /// Java, on one garbage collector thread.
    Java,
    /// Go, on one thread at a time.
    Go,
    /// Rust, by rustc.
    Rust,
    /// C#, by Mono.
    Csharp,
    /// Free Pascal.
    Pascal,
}

impl Tongue {
    /// All of them.
    pub const ALL: [Tongue; 8] = [
        Tongue::C,
        Tongue::Cpp,
        Tongue::Python,
        Tongue::Java,
        Tongue::Go,
        Tongue::Rust,
        Tongue::Csharp,
        Tongue::Pascal,
    ];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Tongue::C => "C",
            Tongue::Cpp => "C++",
            Tongue::Python => "Python",
            Tongue::Java => "Java",
            Tongue::Go => "Go",
            Tongue::Rust => "Rust",
            Tongue::Csharp => "C#",
            Tongue::Pascal => "Pascal",
        }
    }

    fn code(self) -> &'static str {
        match self {
            Tongue::C => "c",
            Tongue::Cpp => "cpp",
            Tongue::Python => "python3",
            Tongue::Java => "java",
            Tongue::Go => "go",
            Tongue::Rust => "rust",
            Tongue::Csharp => "csharp",
            Tongue::Pascal => "pascal",
        }
    }

    fn source(self) -> &'static str {
        match self {
            Tongue::C => include_str!("programs/task.c"),
            Tongue::Cpp => include_str!("programs/task.cpp"),
            Tongue::Python => include_str!("programs/task.py"),
            Tongue::Java => include_str!("programs/task.java"),
            Tongue::Go => include_str!("programs/task.go"),
            Tongue::Rust => include_str!("programs/task.rs"),
            Tongue::Csharp => include_str!("programs/task.cs"),
            Tongue::Pascal => include_str!("programs/task.pas"),
        }
    }

    /// How its sources become a program, and how that is started; both in its directory.
    fn commands(self) -> (Vec<&'static str>, Vec<&'static str>) {
        match self {
            Tongue::C => (
                vec!["gcc", "-std=c11", "-O2", "-o", "program", "sandglass_stub.c", "task.c"],
                vec!["./program"],
            ),
            Tongue::Cpp => (
                vec!["g++", "-std=c++17", "-O2", "-o", "program", "sandglass_stub.cpp", "task.cpp"],
                vec!["./program"],
            ),
            Tongue::Python => (
                vec!["python3", "-m", "compileall", "-q", "."],
                vec!["python3", "sandglass_main.py"],
            ),
            Tongue::Java => (
                vec!["sh", "-c", "javac -nowarn *.java"],
                vec![
                    "java",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=4",
                    "-cp",
                    ".",
                    "SandglassCalls",
                ],
            ),
            Tongue::Go => (
                vec!["sh", "-c", "GO111MODULE=off CGO_ENABLED=0 go build -o program *.go"],
                vec!["env", "GOMAXPROCS=1", "./program"],
            ),
            Tongue::Rust => (
                vec!["rustc", "-O", "--edition=2021", "-o", "program", "sandglass_main.rs"],
                vec!["./program"],
            ),
            Tongue::Csharp => (
                vec!["sh", "-c", "mcs -optimize+ -nologo -r:System.Numerics -out:program.exe *.cs"],
                vec!["mono", "program.exe"],
            ),
            Tongue::Pascal => (
                vec!["fpc", "-O2", "-v0we", "-l-", "-Fu.", "-oprogram", "sandglass_program.pas"],
                vec!["./program"],
            ),
        }
    }
}

/// A contestant's program.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) tongue: Tongue,
    pub(super) directory: PathBuf,
    pub(super) command: Vec<&'static str>,
    language: &'static Language,
}

impl Program {
    /// Whether its generated code, and Main's in C, know this transport.
    pub(super) fn knows(&self, transport: Transport) -> bool {
        match transport {
            Transport::NamedPipes | Transport::Pipes => true,
            _ => self.language.shares_memory(),
        }
    }
}

/// All programs.
#[derive(Debug)]
pub(super) struct Bench {
    pub(super) main: Program,
    pub(super) bare: PathBuf,
    pub(super) children: Vec<Program>,
    scratch: PathBuf,
}

impl Bench {
    /// Compiles them; a contestant's language that does not compile here is left out.
    pub(super) fn build(
        scratch: &Scratch,
        tongues: &[Tongue],
        progress: &Progress,
    ) -> Result<(Bench, Vec<LeftOut>), LabError> {
        let failed = |message: String| {
            let baseline = Contender::Bare(Transport::NamedPipes).name();
            LabError::Baseline { baseline, message }
        };
        let root = scratch.path();
        let bare = root.join("bare");
        let write = fs::write(root.join("bare.c"), include_str!("programs/bare.c"));
        write.map_err(LabError::Scratch)?;
        let command = ["gcc", "-O2", "-o", "bare", "bare.c"];
        compile(root, &command).map_err(failed)?;
        let source = include_str!("programs/Main.c");
        let main = program(root, Tongue::C, 0, source).map_err(failed)?;
        let (mut children, mut left_out) = (Vec::new(), Vec::new());
        for &tongue in tongues {
            progress.prepare(&format!("compiling the program in {}", tongue.name()));
            match program(root, tongue, 1, tongue.source()) {
                Ok(program) => children.push(program),
                Err(message) => {
                    let (contender, case) = ("all".to_owned(), tongue.name().to_owned());
                    left_out.push(LeftOut { contender, case, message });
                }
            }
        }
        Ok((Bench { main, bare, children, scratch: root.to_owned() }, left_out))
    }

    /// The compiler of interfaces from start to finish, on the interface of this experiment.
    pub(super) fn generate(&self, compiler: Option<&Path>) -> Result<Observation, ContenderError> {
        let Some(compiler) = compiler else {
            return Err(ContenderError::Run("no compiler of interfaces was named".to_owned()));
        };
        let mut command = Command::new(compiler);
        command.current_dir(&self.scratch).args(["task", "generate", "main-c/task.idl"]);
        command.args(["--main", "c", "--child", "c", "--directory", "generated"]);
        let start = Instant::now();
        let output = command.output().map_err(|source| ContenderError::Start {
            program: compiler.display().to_string(),
            source,
        })?;
        let wall = Observation::wall(start.elapsed().as_nanos() as u64);
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(ContenderError::Run(said));
        }
        fs::remove_dir_all(self.scratch.join("generated"))
            .map_err(ContenderError::while_doing("removing what was generated"))?;
        Ok(wall)
    }

    pub(super) fn identities(&self) -> Vec<Identity> {
        let bare = [
            Transport::NamedPipes,
            Transport::Pipes,
            Transport::MemoryYield,
            Transport::MemorySpin,
        ];
        let mut all: Vec<Identity> = bare
            .into_iter()
            .map(|way| {
                let role =
                    if way == Transport::NamedPipes { Role::Baseline } else { Role::Subject };
                identity(Contender::Bare(way).name(), role, "both sides in C, no frames, no checks")
            })
            .collect();
        all.extend(Transport::ALL.into_iter().map(|way| {
            identity(way.name().to_owned(), Role::Subject, "generated code, Main in C")
        }));
        all
    }
}

/// A program in a directory of its own.
fn program(root: &Path, tongue: Tongue, role: usize, source: &str) -> Result<Program, String> {
    let code = tongue.code();
    let directory = root.join(format!("{}-{code}", if role == 0 { "main" } else { "child" }));
    let language = generated(&directory, "task", INTERFACE, code, role, source)?;
    let (build, command) = tongue.commands();
    let build: Vec<&str> = build
        .into_iter()
        .map(|word| if role == 0 && word == "task.c" { "Main.c" } else { word })
        .collect();
    compile(&directory, &build)?;
    Ok(Program { tongue, directory, command, language })
}

/// Makes a directory with an interface, what is generated from it for a role, and a source.
pub(super) fn generated(
    directory: &Path,
    module: &str,
    interface: &str,
    code: &str,
    role: usize,
    source: &str,
) -> Result<&'static Language, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let language =
        sandglass_idl::language(code).ok_or_else(|| format!("there is no back end {code}"))?;
    let written = || -> io::Result<()> {
        fs::create_dir(directory)?;
        fs::write(directory.join(format!("{module}.idl")), interface)?;
        fs::write(directory.join(source_name(module, language, role == 0)), source)
    };
    written().map_err(|error| text(&error))?;
    let checked = sandglass_idl::check(interface);
    let model = checked.model.ok_or_else(|| format!("the interface: {:?}", checked.diagnostics))?;
    let files =
        sandglass_idl::generate(&model, module, language, role).map_err(|error| text(&error))?;
    for file in files {
        fs::write(directory.join(&file.name), &file.text).map_err(|error| text(&error))?;
    }
    Ok(language)
}

pub(super) fn compile(directory: &Path, command: &[&str]) -> Result<(), String> {
    let output = Command::new(command[0]).args(&command[1..]).current_dir(directory).output();
    let output = output.map_err(|error| format!("{}: {error}", command[0]))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{}: {}", command[0], String::from_utf8_lossy(&output.stderr).trim())),
    }
}
