//! The target languages, as data.

use super::names::Naming;
use super::{Language, keywords};

const NO_FLAGS: [&[&str]; 2] = [&[], &[]];

/// All of them.
pub static LANGUAGES: &[Language] = &[C, CPP, PYTHON, JAVASCRIPT, JAVA, GO, RUST, CSHARP, PASCAL];

const C: Language = Language {
    code: "c",
    name: "C",
    extension: "c",
    naming: Naming { keywords: keywords::C, folds_case: false, raw: None },
    one_space: true,
    hides_types: false,
    units: false,
    number: |value| {
        if value == i64::MIN { format!("({}LL - 1)", value + 1) } else { format!("{value}LL") }
    },
    wide: |name| format!("(long long){name}"),
    templates: &[
        ("macros.c", include_str!("../../templates/c/macros.c")),
        ("header.h", include_str!("../../templates/c/header.h")),
        ("transport.h", include_str!("../../templates/transport.h")),
        ("stub.c", include_str!("../../templates/c/stub.c")),
        ("link.c", include_str!("../../templates/c/link.c")),
        ("frames.c", include_str!("../../templates/c/frames.c")),
        ("values.c", include_str!("../../templates/c/values.c")),
        ("dispatch.c", include_str!("../../templates/c/dispatch.c")),
        ("calls.c", include_str!("../../templates/c/calls.c")),
        ("start_main.c", include_str!("../../templates/c/start_main.c")),
        ("start_child.c", include_str!("../../templates/c/start_child.c")),
    ],
    files: &[
        ("header.h", "{{ module }}.h"),
        ("transport.h", "sandglass_transport.h"),
        ("stub.c", "sandglass_stub.c"),
    ],
    starts: ["start_main.c", "start_child.c"],
    entries: [None, None],
    flags: NO_FLAGS,
};

const CPP: Language = Language {
    code: "cpp",
    name: "C++",
    extension: "cpp",
    naming: Naming { keywords: keywords::CPP, folds_case: false, raw: None },
    one_space: true,
    hides_types: false,
    units: false,
    number: |value| {
        if value == i64::MIN { format!("({}LL - 1)", value + 1) } else { format!("{value}LL") }
    },
    wide: |name| format!("static_cast<long long>({name})"),
    templates: &[
        ("macros.cpp", include_str!("../../templates/cpp/macros.cpp")),
        ("header.h", include_str!("../../templates/cpp/header.h")),
        ("runtime.h", include_str!("../../templates/cpp/runtime.h")),
        ("transport.h", include_str!("../../templates/transport.h")),
        ("stub.cpp", include_str!("../../templates/cpp/stub.cpp")),
        ("start_main.cpp", include_str!("../../templates/cpp/start_main.cpp")),
        ("start_child.cpp", include_str!("../../templates/cpp/start_child.cpp")),
    ],
    files: &[
        ("header.h", "{{ module }}.h"),
        ("runtime.h", "sandglass_runtime.h"),
        ("transport.h", "sandglass_transport.h"),
        ("stub.cpp", "sandglass_stub.cpp"),
    ],
    starts: ["start_main.cpp", "start_child.cpp"],
    entries: [None, None],
    flags: NO_FLAGS,
};

const PYTHON: Language = Language {
    code: "python3",
    name: "Python 3",
    extension: "py",
    naming: Naming { keywords: keywords::PYTHON, folds_case: false, raw: None },
    one_space: true,
    hides_types: false,
    units: false,
    number: |value| value.to_string(),
    wide: |name| name.to_owned(),
    templates: &[
        ("macros.py", include_str!("../../templates/python/macros.py")),
        ("runtime.py", include_str!("../../templates/python/runtime.py")),
        ("turns.py", include_str!("../../templates/python/turns.py")),
        ("transport.py", include_str!("../../templates/python/transport.py")),
        ("interface.py", include_str!("../../templates/python/interface.py")),
        ("main.py", include_str!("../../templates/python/main.py")),
        ("start_main.py", include_str!("../../templates/python/start_main.py")),
        ("start_child.py", include_str!("../../templates/python/start_child.py")),
    ],
    files: &[
        ("runtime.py", "sandglass_runtime.py"),
        ("transport.py", "sandglass_transport.py"),
        ("interface.py", "{{ module if is_main else 'Main' }}.py"),
        ("main.py", "sandglass_main.py"),
    ],
    starts: ["start_main.py", "start_child.py"],
    entries: [Some("sandglass_main.py"), Some("sandglass_main.py")],
    flags: NO_FLAGS,
};

const JAVASCRIPT: Language = Language {
    code: "javascript",
    name: "JavaScript",
    extension: "js",
    naming: Naming { keywords: keywords::JAVASCRIPT, folds_case: false, raw: None },
    one_space: true,
    hides_types: false,
    units: false,
    number: |value| {
        // Beyond 53 bits only a big integer is exact.
        if value.unsigned_abs() > 1 << 53 { format!("{value}n") } else { value.to_string() }
    },
    wide: |name| format!("Number({name})"),
    templates: &[
        ("macros.js", include_str!("../../templates/javascript/macros.js")),
        ("runtime.js", include_str!("../../templates/javascript/runtime.js")),
        ("interface.js", include_str!("../../templates/javascript/interface.js")),
        ("main.js", include_str!("../../templates/javascript/main.js")),
        ("start_main.js", include_str!("../../templates/javascript/start_main.js")),
        ("start_child.js", include_str!("../../templates/javascript/start_child.js")),
    ],
    files: &[
        ("runtime.js", "sandglass_runtime.js"),
        ("interface.js", "{{ module if is_main else 'Main' }}.js"),
        ("main.js", "sandglass_main.js"),
    ],
    starts: ["start_main.js", "start_child.js"],
    entries: [Some("sandglass_main.js"), Some("sandglass_main.js")],
    flags: NO_FLAGS,
};

const JAVA: Language = Language {
    code: "java",
    name: "Java",
    extension: "java",
    naming: Naming { keywords: keywords::JAVA, folds_case: false, raw: None },
    one_space: false,
    hides_types: false,
    units: false,
    number: |value| format!("{value}L"),
    wide: |name| format!("(long) {name}"),
    templates: &[
        ("macros.java", include_str!("../../templates/java/macros.java")),
        ("runtime.java", include_str!("../../templates/java/runtime.java")),
        ("turns.java", include_str!("../../templates/java/turns.java")),
        ("transport.java", include_str!("../../templates/java/transport.java")),
        ("types.java", include_str!("../../templates/java/types.java")),
        ("stubs.java", include_str!("../../templates/java/stubs.java")),
        ("calls.java", include_str!("../../templates/java/calls.java")),
        ("start_main.java", include_str!("../../templates/java/start_main.java")),
        ("start_child.java", include_str!("../../templates/java/start_child.java")),
    ],
    files: &[
        ("runtime.java", "SandglassRuntime.java"),
        ("transport.java", "SandglassTransport.java"),
        ("types.java", "SandglassTypes.java"),
        ("stubs.java", "SandglassStubs.java"),
        ("calls.java", "SandglassCalls.java"),
    ],
    starts: ["start_main.java", "start_child.java"],
    entries: [Some("Main"), Some("SandglassCalls")],
    flags: NO_FLAGS,
};

const GO: Language = Language {
    code: "go",
    name: "Go",
    extension: "go",
    naming: Naming { keywords: keywords::GO, folds_case: false, raw: None },
    one_space: true,
    hides_types: false,
    units: false,
    number: |value| value.to_string(),
    wide: |name| format!("int64({name})"),
    templates: &[
        ("macros.go", include_str!("../../templates/go/macros.go")),
        ("types.go", include_str!("../../templates/go/types.go")),
        ("calls.go", include_str!("../../templates/go/calls.go")),
        ("dispatch.go", include_str!("../../templates/go/dispatch.go")),
        ("session.go", include_str!("../../templates/go/session.go")),
        ("figures.go", include_str!("../../templates/go/figures.go")),
        ("link.go", include_str!("../../templates/go/link.go")),
        ("transport.go", include_str!("../../templates/go/transport.go")),
        ("memory.go", include_str!("../../templates/go/memory.go")),
        ("wire.go", include_str!("../../templates/go/wire.go")),
        ("start_main.go", include_str!("../../templates/go/start_main.go")),
        ("start_child.go", include_str!("../../templates/go/start_child.go")),
    ],
    files: &[
        ("types.go", "sandglass_types.go"),
        ("calls.go", "sandglass_calls.go"),
        ("dispatch.go", "sandglass_dispatch.go"),
        ("session.go", "sandglass_session.go"),
        ("figures.go", "sandglass_figures.go"),
        ("link.go", "sandglass_link.go"),
        ("transport.go", "sandglass_transport.go"),
        ("memory.go", "sandglass_memory.go"),
        ("wire.go", "sandglass_wire.go"),
    ],
    starts: ["start_main.go", "start_child.go"],
    entries: [None, None],
    flags: NO_FLAGS,
};

const RUST: Language = Language {
    code: "rust",
    name: "Rust",
    extension: "rs",
    naming: Naming {
        keywords: keywords::RUST,
        folds_case: false,
        raw: Some(("r#", keywords::RUST_RAW)),
    },
    one_space: true,
    hides_types: false,
    units: false,
    number: |value| value.to_string(),
    wide: |name| format!("sandglass_values::wide({name})"),
    templates: &[
        ("macros.rs", include_str!("../../templates/rust/macros.rs")),
        ("main.rs", include_str!("../../templates/rust/main.rs")),
        ("types.rs", include_str!("../../templates/rust/types.rs")),
        ("calls.rs", include_str!("../../templates/rust/calls.rs")),
        ("dispatch.rs", include_str!("../../templates/rust/dispatch.rs")),
        ("wire.rs", include_str!("../../templates/rust/wire.rs")),
        ("values.rs", include_str!("../../templates/rust/values.rs")),
        ("end.rs", include_str!("../../templates/rust/end.rs")),
        ("pipes.rs", include_str!("../../templates/rust/pipes.rs")),
        ("memory.rs", include_str!("../../templates/rust/memory.rs")),
        ("transport.rs", include_str!("../../templates/rust/transport.rs")),
        ("turns.rs", include_str!("../../templates/rust/turns.rs")),
        ("link.rs", include_str!("../../templates/rust/link.rs")),
        ("session.rs", include_str!("../../templates/rust/session.rs")),
        ("start_main.rs", include_str!("../../templates/rust/start_main.rs")),
        ("start_child.rs", include_str!("../../templates/rust/start_child.rs")),
    ],
    files: &[
        ("main.rs", "sandglass_main.rs"),
        ("calls.rs", "sandglass.rs"),
        ("types.rs", "sandglass_types.rs"),
        ("dispatch.rs", "sandglass_dispatch.rs"),
        ("session.rs", "sandglass_session.rs"),
        ("link.rs", "sandglass_link.rs"),
        ("wire.rs", "sandglass_wire.rs"),
        ("values.rs", "sandglass_values.rs"),
        ("end.rs", "sandglass_end.rs"),
        ("pipes.rs", "sandglass_pipes.rs"),
        ("memory.rs", "sandglass_memory.rs"),
        ("transport.rs", "sandglass_transport.rs"),
        ("turns.rs", "sandglass_turns.rs"),
    ],
    starts: ["start_main.rs", "start_child.rs"],
    entries: [Some("sandglass_main.rs"), Some("sandglass_main.rs")],
    flags: NO_FLAGS,
};

const CSHARP: Language = Language {
    code: "csharp",
    name: "C#",
    extension: "cs",
    naming: Naming {
        keywords: keywords::CSHARP,
        folds_case: false,
        raw: Some(("@", keywords::CSHARP_RAW)),
    },
    one_space: false,
    hides_types: true,
    units: false,
    number: |value| format!("{value}L"),
    wide: |name| format!("(long){name}"),
    templates: &[
        ("macros.cs", include_str!("../../templates/csharp/macros.cs")),
        ("runtime.cs", include_str!("../../templates/csharp/runtime.cs")),
        ("turns.cs", include_str!("../../templates/csharp/turns.cs")),
        ("transport.cs", include_str!("../../templates/csharp/transport.cs")),
        ("wire.cs", include_str!("../../templates/csharp/wire.cs")),
        ("types.cs", include_str!("../../templates/csharp/types.cs")),
        ("code.cs", include_str!("../../templates/csharp/code.cs")),
        ("stubs.cs", include_str!("../../templates/csharp/stubs.cs")),
        ("calls.cs", include_str!("../../templates/csharp/calls.cs")),
        ("start_main.cs", include_str!("../../templates/csharp/start_main.cs")),
        ("start_child.cs", include_str!("../../templates/csharp/start_child.cs")),
    ],
    files: &[
        ("runtime.cs", "SandglassRuntime.cs"),
        ("transport.cs", "SandglassTransport.cs"),
        ("wire.cs", "SandglassWire.cs"),
        ("types.cs", "SandglassTypes.cs"),
        ("code.cs", "SandglassCode.cs"),
        ("stubs.cs", "SandglassStubs.cs"),
        ("calls.cs", "SandglassCalls.cs"),
    ],
    starts: ["start_main.cs", "start_child.cs"],
    entries: [None, None],
    // A contestant may have a Main of their own, to try things.
    flags: [&[], &["-main:SandglassCalls"]],
};

const PASCAL_FLAGS: &[&str] = &["-Mobjfpc", "-Sc", "-Sh"];

const PASCAL: Language = Language {
    code: "pascal",
    name: "Pascal",
    extension: "pas",
    naming: Naming {
        keywords: keywords::PASCAL,
        folds_case: true,
        raw: Some(("&", keywords::PASCAL_RAW)),
    },
    one_space: true,
    hides_types: false,
    units: true,
    number: |value| {
        if value == i64::MIN { format!("({} - 1)", value + 1) } else { value.to_string() }
    },
    wide: |name| format!("Int64({name})"),
    templates: &[
        ("macros.pas", include_str!("../../templates/pascal/macros.pas")),
        ("types.pas", include_str!("../../templates/pascal/types.pas")),
        ("wire.pas", include_str!("../../templates/pascal/wire.pas")),
        ("host.pas", include_str!("../../templates/pascal/host.pas")),
        ("transport.pas", include_str!("../../templates/pascal/transport.pas")),
        ("runtime.pas", include_str!("../../templates/pascal/runtime.pas")),
        ("code.pas", include_str!("../../templates/pascal/code.pas")),
        ("stubs.pas", include_str!("../../templates/pascal/stubs.pas")),
        ("calls.pas", include_str!("../../templates/pascal/calls.pas")),
        ("program.pas", include_str!("../../templates/pascal/program.pas")),
        ("start_main.pas", include_str!("../../templates/pascal/start_main.pas")),
        ("start_child.pas", include_str!("../../templates/pascal/start_child.pas")),
    ],
    files: &[
        ("types.pas", "SandglassTypes.pas"),
        ("wire.pas", "SandglassWire.pas"),
        ("host.pas", "SandglassHost.pas"),
        ("transport.pas", "SandglassTransport.pas"),
        ("runtime.pas", "SandglassRuntime.pas"),
        ("code.pas", "SandglassCode.pas"),
        ("stubs.pas", "{{ module if is_main else 'Main' }}.pas"),
        ("calls.pas", "SandglassCalls.pas"),
        ("program.pas", "sandglass_program.pas"),
    ],
    starts: ["start_main.pas", "start_child.pas"],
    entries: [Some("sandglass_program.pas"), Some("sandglass_program.pas")],
    // Without a mode of their own, sources mean what libinteractive's did: Integer has 32 bits.
    flags: [PASCAL_FLAGS, PASCAL_FLAGS],
};
