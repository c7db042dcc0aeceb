//! Making kits, unpacking them, and using them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Languages with kits, and the endings of their sources.
pub(crate) const LANGUAGES: [(&str, &str); 9] = [
    ("c", "c"),
    ("cpp", "cpp"),
    ("python3", "py"),
    ("javascript", "js"),
    ("java", "java"),
    ("go", "go"),
    ("rust", "rs"),
    ("csharp", "cs"),
    ("pascal", "pas"),
];

/// The ending of a language's sources.
pub(crate) fn extension(code: &str) -> &'static str {
    LANGUAGES.iter().find(|(one, _)| *one == code).map(|(_, ending)| *ending).expect("a language")
}

/// A file of the task that all kits here are of.
pub(crate) fn task_file(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kit/task").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A setter's folder.
pub(crate) struct Setter {
    folder: tempfile::TempDir,
}

impl Setter {
    /// With the interface file, the samples, and the Mains of these languages for contestants.
    pub(crate) fn new(mains: &[&str]) -> Setter {
        let setter = Setter { folder: tempfile::tempdir().expect("a folder") };
        setter.file("mirror.idl", &task_file("mirror.idl"));
        for name in ["1.in", "1.ans", "2.in", "2.ans"] {
            setter.file(&format!("examples/{name}"), &task_file(&format!("examples/{name}")));
        }
        for code in mains {
            let name = format!("Main.distrib.{}", extension(code));
            setter.file(&name, &task_file(&name));
        }
        setter
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn file(&self, name: &str, content: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("a file");
    }

    /// `task kit` there.
    pub(crate) fn kit(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_sandglass"))
            .args(["task", "kit", "mirror.idl"])
            .args(arguments)
            .current_dir(self.folder.path())
            .output()
            .expect("it starts")
    }

    /// The kit in one language, unpacked elsewhere.
    #[track_caller]
    pub(crate) fn unpacked(&self, code: &str) -> Contestant {
        let made = self.kit(&["--language", code, "--force"]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let folder = tempfile::tempdir().expect("a folder");
        unpack(&self.path(&format!("mirror-{code}.zip")), folder.path());
        let kit = folder.path().join(format!("mirror-{code}"));
        Contestant { code: code.to_owned(), _folder: folder, kit }
    }
}

/// Unpacks a zip.
pub(crate) fn unpack(zip: &Path, target: &Path) {
    let file = fs::File::open(zip).expect("the zip");
    let mut archive = zip::ZipArchive::new(file).expect("a zip");
    for place in 0..archive.len() {
        let mut entry = archive.by_index(place).expect("an entry");
        let path = target.join(entry.enclosed_name().expect("a path inside"));
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        let mut file = fs::File::create(&path).expect("a file");
        _ = std::io::copy(&mut entry, &mut file).expect("its content");
        let mode = entry.unix_mode().expect("a mode") & 0o777;
        file.set_permissions(fs::Permissions::from_mode(mode)).expect("the mode");
    }
}

/// A contestant with an unpacked kit.
pub(crate) struct Contestant {
    code: String,
    _folder: tempfile::TempDir,
    kit: PathBuf,
}

/// What a command said.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Contestant {
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.kit.join(name)
    }

    /// Writes the solution.
    pub(crate) fn write(&self, text: &[u8]) {
        fs::write(self.path(&format!("mirror.{}", extension(&self.code))), text).expect("a file");
    }

    /// Writes the right solution.
    pub(crate) fn solve(&self) {
        self.write(&task_file(&format!("solution.{}", extension(&self.code))));
    }

    /// A command in the kit's folder; nothing of our environment is there.
    pub(crate) fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let home = self.kit.join("home");
        fs::create_dir_all(&home).expect("a folder");
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.kit).env_clear();
        command.env("PATH", "/usr/local/go/bin:/usr/bin:/bin").env("HOME", home);
        // Go builds its library once, and not once a kit.
        command.env("GOCACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/go"));
        command
    }

    /// Runs a command on a sample of the kit.
    #[track_caller]
    pub(crate) fn run(&self, program: &str, arguments: &[&str]) -> Said {
        let input = fs::File::open(self.path("samples/1.in")).expect("a sample");
        said(self.command(program, arguments).stdin(Stdio::from(input)))
    }
}

/// Runs a command, and tells what it said.
#[track_caller]
pub(crate) fn said(command: &mut Command) -> Said {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; scripts/bootstrap installs it"));
    Said {
        status: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// What Main prints for the first sample.
pub(crate) fn answer() -> String {
    String::from_utf8(task_file("examples/1.ans")).expect("text")
}
