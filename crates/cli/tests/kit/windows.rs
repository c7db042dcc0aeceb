//! Kits for Windows: built with MinGW, run under Wine.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Stdio;

use crate::support::{Contestant, Setter, answer, said};

const WINE: &str = "/usr/lib/wine/wine64";
const SERVER: &str = "/usr/lib/wine/wineserver";
/// Wine's own programs and libraries.
const SYSTEM: &str = "/usr/lib/x86_64-linux-gnu/wine/x86_64-windows";

/// A Windows of this test, which is Wine's files where they lie: as nothing is installed in it, it needs
/// no copy of them.
struct Windows {
    prefix: tempfile::TempDir,
}

impl Windows {
    fn new() -> Windows {
        let prefix = tempfile::tempdir().expect("a folder");
        let path = |name: &str| prefix.path().join(name);
        for folder in ["drive_c/windows", "dosdevices"] {
            fs::create_dir_all(path(folder)).expect("a folder");
        }
        symlink(SYSTEM, path("drive_c/windows/system32")).expect("a link");
        symlink("../drive_c", path("dosdevices/c:")).expect("a link");
        symlink("/", path("dosdevices/z:")).expect("a link");
        fs::write(path(".update-timestamp"), "disable\n").expect("a file");
        Windows { prefix }
    }

    /// What Wine is told.
    fn environment(&self) -> [(&'static str, String); 4] {
        [
            ("WINEPREFIX", self.prefix.path().display().to_string()),
            ("WINEPATH", "C:\\windows\\system32".to_owned()),
            ("WINEDEBUG", "-all".to_owned()),
            ("DISPLAY", String::new()),
        ]
    }
}

impl Drop for Windows {
    fn drop(&mut self) {
        // Its processes end with their programs; the server waits a little for more of them.
        let mut command = std::process::Command::new(SERVER);
        _ = command.arg("-k").envs(self.environment()).stderr(Stdio::null()).status();
        // Debian's has its socket in a folder of /tmp, whatever TMPDIR says, and keeps the name.
        if let Ok(name) = fs::read_to_string(self.prefix.path().join("wineserver"))
            && name.starts_with("wine-")
        {
            _ = fs::remove_dir_all(std::path::Path::new("/tmp").join(name.trim_end()));
        }
    }
}

fn compiler(code: &str) -> [&'static str; 2] {
    match code {
        "c" => ["CC", "x86_64-w64-mingw32-gcc"],
        _ => ["CXX", "x86_64-w64-mingw32-g++"],
    }
}

/// The kit with a right solution, its program built for Windows by make.
fn built(code: &str) -> Contestant {
    let contestant = Setter::new(&[code]).unpacked(code);
    contestant.solve();
    let [variable, program] = compiler(code);
    let flags = if code == "c" { "CFLAGS" } else { "CXXFLAGS" };
    let arguments = [
        "EXE=.exe",
        &format!("{variable}={program}"),
        &format!("{flags}=-O2 -Wall -Wextra -Werror -static"),
    ];
    let made = contestant.run("make", &arguments);
    assert_eq!(made.status, Some(0), "{made:?}");
    contestant
}

#[track_caller]
fn runs(code: &str) {
    let windows = Windows::new();
    let contestant = built(code);
    let wine = |arguments: &[&str]| {
        let input = fs::File::open(contestant.path("samples/1.in")).expect("a sample");
        let mut command = contestant.command(WINE, arguments);
        said(command.envs(windows.environment()).stdin(input))
    };
    let unix = |text: &str| text.replace("\r\n", "\n");
    let itself = wine(&["mirror.exe"]);
    assert_eq!((itself.status, unix(&itself.stdout)), (Some(0), answer()), "{itself:?}");
    // There is no compiler in that Windows, so run.bat runs what was built.
    let batch = wine(&["cmd", "/c", "run.bat", "samples\\1.in"]);
    assert_eq!(batch.status, Some(0), "{batch:?}");
    assert!(unix(&batch.stdout).ends_with(&answer()), "{batch:?}");
    let tested = wine(&["cmd", "/c", "run.bat", "test"]);
    assert_eq!(tested.status, Some(0), "{tested:?}");
    fs::remove_file(contestant.path("mirror.exe")).expect("the program");
    let nothing = wine(&["cmd", "/c", "run.bat", "build"]);
    assert_eq!(nothing.status, Some(2), "{nothing:?}");
    assert!(nothing.stdout.contains("nothing was built before"), "{nothing:?}");
    for (output, sample) in [("build/1.out", "samples/1.ans"), ("build/2.out", "samples/2.ans")] {
        let text = |name: &str| fs::read_to_string(contestant.path(name)).expect("a file");
        assert_eq!(unix(&text(output)), text(sample), "{tested:?}");
    }
}

#[test]
fn a_program_in_c() {
    runs("c");
}

#[test]
fn a_program_in_cplusplus() {
    runs("cpp");
}

#[test]
fn cmake_builds_for_windows() {
    let windows = Windows::new();
    let contestant = Setter::new(&["cpp"]).unpacked("cpp");
    let emulator = format!("-DCMAKE_CROSSCOMPILING_EMULATOR={WINE}");
    let all = |contestant: &Contestant| {
        for arguments in
            [&["--preset", "for-windows", &emulator][..], &["--build", "--preset", "for-windows"]]
        {
            let done = contestant.run("cmake", arguments);
            assert_eq!(done.status, Some(0), "{done:?}");
        }
        said(contestant.command("ctest", &["--preset", "for-windows"]).envs(windows.environment()))
    };
    let nothing = all(&contestant);
    assert_ne!(nothing.status, Some(0), "{nothing:?}");
    contestant.solve();
    let tested = all(&contestant);
    assert_eq!(tested.status, Some(0), "{tested:?}");
    assert!(tested.stdout.contains("100% tests passed, 0 tests failed out of 2"), "{tested:?}");
}
