//! What a kit runs on a contestant's machine, for each language: programs by the names that they have
//! everywhere, not by places, because nobody knows what is installed there.

/// A program that a contestant has.
#[derive(Debug)]
pub(super) struct Program {
    /// The variable that names another one.
    pub(super) variable: &'static str,
    /// Its name on Linux and macOS.
    pub(super) unix: &'static str,
    /// Its name on Windows; none where programs run by themselves there.
    pub(super) windows: &'static str,
}

/// How the unmodified sources of both sides make one program.
#[derive(Debug)]
pub(super) struct Together {
    /// Generated files of a contestant's side that lie beside the sources, and belong to them.
    pub(super) beside: &'static [&'static str],
    /// Generated files of Main's side that are compiled with the sources: all but these, or none.
    pub(super) all_but: Option<&'static str>,
    /// A template of the kit and where its file goes; it is compiled, or started, with the sources.
    pub(super) file: Option<(&'static str, &'static str)>,
    /// What the program starts with, where the language asks.
    pub(super) entry: &'static str,
}

/// The tools of a language. In commands, `{program}` is what is built, `{sources}` what it is built of,
/// and `{entry}` what it starts with.
#[derive(Debug)]
pub(super) struct Tools {
    /// The language's code.
    pub(super) code: &'static str,
    /// What a contestant must have.
    pub(super) needs: &'static str,
    pub(super) compiler: Option<Program>,
    /// What is built: in a Makefile, and on Windows.
    pub(super) product: [&'static str; 2],
    /// A variable with options of the compiler, and those by default; or no name.
    pub(super) flags: (&'static str, &'static str),
    /// What the compiler is given.
    pub(super) build: &'static str,
    /// What runs the program, where it does not run by itself.
    pub(super) runner: Option<Program>,
    pub(super) run: &'static str,
    pub(super) together: Option<Together>,
    /// How VS Code calls its debugger.
    pub(super) debugger: &'static str,
}

/// The tools of a language, where kits know it.
pub(super) fn tools(code: &str) -> Option<&'static Tools> {
    TOOLS.iter().find(|one| one.code == code)
}

static TOOLS: &[Tools] = &[
    Tools {
        code: "c",
        needs: "a C compiler (gcc or clang; on Windows MinGW)",
        compiler: Some(Program { variable: "CC", unix: "cc", windows: "gcc.exe" }),
        product: ["{module}$(EXE)", "{module}.exe"],
        flags: ("CFLAGS", "-std=gnu17 -O2 -Wall -Wextra"),
        build: "-o {program} {sources} -lm",
        runner: None,
        run: "",
        together: Some(Together { beside: &["{module}.h"], all_but: None, file: None, entry: "" }),
        debugger: "cppdbg",
    },
    Tools {
        code: "cpp",
        needs: "a C++ compiler (g++ or clang++; on Windows MinGW)",
        compiler: Some(Program { variable: "CXX", unix: "c++", windows: "g++.exe" }),
        product: ["{module}$(EXE)", "{module}.exe"],
        flags: ("CXXFLAGS", "-std=gnu++20 -O2 -Wall -Wextra"),
        build: "-o {program} {sources}",
        runner: None,
        run: "",
        together: Some(Together { beside: &["{module}.h"], all_but: None, file: None, entry: "" }),
        debugger: "cppdbg",
    },
    Tools {
        code: "python3",
        needs: "Python 3.9 or later",
        compiler: None,
        product: ["", ""],
        flags: ("", ""),
        build: "",
        runner: Some(Program { variable: "PYTHON", unix: "python3", windows: "python.exe" }),
        run: "{entry}",
        together: Some(Together {
            beside: &[],
            all_but: None,
            file: Some(("together.py", "sandglass/together.py")),
            entry: "sandglass/together.py",
        }),
        debugger: "debugpy",
    },
    Tools {
        code: "javascript",
        needs: "Node.js",
        compiler: None,
        product: ["", ""],
        flags: ("", ""),
        build: "",
        runner: Some(Program { variable: "NODE", unix: "node", windows: "node.exe" }),
        run: "{entry}",
        together: Some(Together {
            beside: &[],
            all_but: None,
            file: Some(("together.js", "sandglass/together.js")),
            entry: "sandglass/together.js",
        }),
        debugger: "node",
    },
    Tools {
        code: "java",
        needs: "a Java Development Kit",
        compiler: Some(Program { variable: "JAVAC", unix: "javac", windows: "javac.exe" }),
        product: ["{module}-classes", "{module}-classes"],
        flags: ("JAVACFLAGS", "-encoding UTF-8"),
        build: "-d {program} {sources}",
        runner: Some(Program { variable: "JAVA", unix: "java", windows: "java.exe" }),
        run: "-cp {program} {entry}",
        together: Some(Together {
            beside: &[],
            all_but: Some("SandglassStubs.java"),
            file: None,
            entry: "Main",
        }),
        debugger: "java",
    },
    Tools {
        code: "go",
        needs: "Go",
        compiler: Some(Program { variable: "GO", unix: "go", windows: "go.exe" }),
        product: ["{module}$(EXE)", "{module}.exe"],
        flags: ("", ""),
        build: "build -o {program} {sources}",
        runner: None,
        run: "",
        together: Some(Together {
            beside: &["sandglass_types.go"],
            all_but: None,
            file: None,
            entry: "",
        }),
        debugger: "go",
    },
    Tools {
        code: "rust",
        needs: "a Rust compiler (rustc)",
        compiler: Some(Program { variable: "RUSTC", unix: "rustc", windows: "rustc.exe" }),
        product: ["{module}$(EXE)", "{module}.exe"],
        flags: ("RUSTFLAGS", "-O --edition 2021"),
        build: "-o {program} {entry}",
        runner: None,
        run: "",
        together: Some(Together {
            beside: &["sandglass_types.rs"],
            all_but: None,
            file: Some(("single.rs", "sandglass_single.rs")),
            entry: "sandglass_single.rs",
        }),
        debugger: "lldb",
    },
    Tools {
        code: "csharp",
        needs: "Mono (mcs and mono; on Windows csc)",
        compiler: Some(Program { variable: "CSC", unix: "mcs", windows: "csc.exe" }),
        product: ["{module}.exe", "{module}.exe"],
        flags: ("CSCFLAGS", "-optimize+ -nologo -r:System.Core.dll -r:System.Numerics.dll"),
        build: "-out:{program} {sources}",
        runner: Some(Program { variable: "MONO", unix: "mono", windows: "" }),
        run: "{program}",
        together: Some(Together {
            beside: &["SandglassTypes.cs"],
            all_but: None,
            file: None,
            entry: "",
        }),
        debugger: "mono",
    },
    Tools {
        code: "pascal",
        needs: "Free Pascal (fpc)",
        compiler: Some(Program { variable: "FPC", unix: "fpc", windows: "fpc.exe" }),
        product: ["{module}$(EXE)", "{module}.exe"],
        // -B: the times of units are compared in steps of two seconds, and somebody may edit faster.
        flags: ("FPCFLAGS", "-O2 -Mobjfpc -Sc -Sh -B -v0ew -l-"),
        build: "-Fu. -o{program} {entry}",
        runner: None,
        run: "",
        together: Some(Together {
            beside: &["SandglassTypes.pas"],
            all_but: None,
            file: Some(("together.pas", "sandglass_program.pas")),
            entry: "sandglass_program.pas",
        }),
        debugger: "gdb",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_back_end_has_its_tools() {
        let known: Vec<&str> = TOOLS.iter().map(|one| one.code).collect();
        let languages: Vec<&str> = crate::LANGUAGES.iter().map(|one| one.code).collect();
        assert_eq!(known, languages);
    }
}
