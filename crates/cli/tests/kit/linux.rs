//! Kits on Linux: as one program by make and CMake, and apart by `run.py`.

use crate::support::{LANGUAGES, Setter, answer, task_file};

/// Both sides in one language.
#[track_caller]
fn one_language(code: &str) {
    let contestant = Setter::new(&[code]).unpacked(code);
    // What is there to start from builds, and solves nothing.
    let nothing = contestant.run("make", &["test"]);
    assert_ne!(nothing.status, Some(0), "{nothing:?}");
    contestant.solve();
    let tested = contestant.run("make", &["test"]);
    assert_eq!(tested.status, Some(0), "{tested:?}");
    assert!(tested.stdout.contains("samples/1.in: right\nsamples/2.in: right\n"), "{tested:?}");
    let ran = contestant.run("make", &["--silent", "run"]);
    assert_eq!((ran.status, ran.stdout), (Some(0), answer()), "{}", ran.stderr);
    let apart = contestant.run("make", &["--silent", "apart"]);
    assert_eq!((apart.status, apart.stdout), (Some(0), answer()), "{}", apart.stderr);
    for part in ["Main: exited with 0, cpu ", "solution: exited with 0, cpu "] {
        assert!(apart.stderr.contains(part), "{}", apart.stderr);
    }
    let cleaned = contestant.run("make", &["clean"]);
    assert_eq!(cleaned.status, Some(0), "{cleaned:?}");
    assert!(!contestant.path("build").exists());
}

/// Main in one language, the contestant in another.
#[track_caller]
fn two_languages(main: &str, code: &str) {
    let contestant = Setter::new(&[main]).unpacked(code);
    contestant.solve();
    let tested = contestant.run("make", &["test"]);
    assert_eq!(tested.status, Some(0), "{tested:?}");
    assert!(tested.stdout.contains("samples/1.in: right\nsamples/2.in: right\n"), "{tested:?}");
    let ran = contestant.run("./run.py", &["--no-build", "samples/1.in"]);
    assert_eq!((ran.status, ran.stdout), (Some(0), answer()), "{}", ran.stderr);
    assert!(!contestant.path("run.bat").exists(), "two programs are not for Windows");
}

macro_rules! languages {
    ($($name:ident $code:literal from $main:literal),*) => {
        $(
            mod $name {
                #[test]
                fn one_language() {
                    super::one_language($code);
                }

                #[test]
                fn two_languages() {
                    super::two_languages($main, $code);
                }
            }
        )*

        #[test]
        fn every_language_is_here() {
            let here = [$($code),*];
            assert_eq!(here[..], LANGUAGES.map(|(code, _)| code)[..]);
            let known: Vec<&str> = sandglass_idl::LANGUAGES
                .iter()
                .filter(|language| sandglass_idl::kit::has_kit(language))
                .map(|language| language.code)
                .collect();
            assert_eq!(here[..], known[..]);
        }
    };
}

languages!(
    c "c" from "rust",
    cplusplus "cpp" from "go",
    python "python3" from "c",
    javascript "javascript" from "python3",
    java "java" from "javascript",
    go "go" from "java",
    rust "rust" from "csharp",
    csharp "csharp" from "pascal",
    pascal "pascal" from "cpp"
);

#[test]
fn cmake_builds_and_tests() {
    for code in ["c", "cpp"] {
        let contestant = Setter::new(&[code]).unpacked(code);
        let steps: [(&str, &[&str]); 3] = [
            ("cmake", &["--preset", "default"]),
            ("cmake", &["--build", "--preset", "default"]),
            ("ctest", &["--preset", "default"]),
        ];
        let last = |contestant: &crate::support::Contestant| {
            for (program, arguments) in &steps[..2] {
                let done = contestant.run(program, arguments);
                assert_eq!(done.status, Some(0), "{done:?}");
                assert!(!(done.stdout + &done.stderr).contains("warning"));
            }
            contestant.run(steps[2].0, steps[2].1)
        };
        let nothing = last(&contestant);
        assert_ne!(nothing.status, Some(0), "{nothing:?}");
        contestant.solve();
        let tested = last(&contestant);
        assert_eq!(tested.status, Some(0), "{tested:?}");
        assert!(tested.stdout.contains("100% tests passed, 0 tests failed out of 2"), "{tested:?}");
    }
}

/// Main has vectors here, so only `make apart`, as the judge, takes the other form.
#[test]
fn make_says_what_helps_where_arrays_are_pointers() {
    let contestant = Setter::new(&["cpp"]).unpacked("cpp");
    let solution = String::from_utf8(task_file("solution.cpp")).expect("text");
    let solution = solution.replace("(int, std::vector<int> v)", "(int n, int v[])");
    contestant.write(solution.replace("v.begin(), v.end()", "v, v + n").as_bytes());
    let one = contestant.run("make", &[]);
    assert_ne!(one.status, Some(0), "{one:?}");
    assert!(one.stderr.contains("make CXXFLAGS=-DSANDGLASS_POINTERS"), "{one:?}");
    let apart = contestant.run("python3", &["run.py", "samples/1.in"]);
    assert_eq!(apart.status, Some(0), "{apart:?}");
}
