//! The target languages, as data.

use super::names::Naming;
use super::{Language, keywords};

/// All of them.
pub static LANGUAGES: &[Language] = &[C, CPP, PYTHON];

const C: Language = Language {
    code: "c",
    name: "C",
    extension: "c",
    naming: Naming { keywords: keywords::C, folds_case: false },
    one_space: true,
    number: |value| {
        if value == i64::MIN { format!("({}LL - 1)", value + 1) } else { format!("{value}LL") }
    },
    wide: |name| format!("(long long){name}"),
    templates: &[
        ("macros.c", include_str!("../../templates/c/macros.c")),
        ("header.h", include_str!("../../templates/c/header.h")),
        ("stub.c", include_str!("../../templates/c/stub.c")),
        ("start_main.c", include_str!("../../templates/c/start_main.c")),
        ("start_child.c", include_str!("../../templates/c/start_child.c")),
    ],
    files: &[("header.h", "{{ module }}.h"), ("stub.c", "sandglass_stub.c")],
    starts: ["start_main.c", "start_child.c"],
    entry: None,
};

const CPP: Language = Language {
    code: "cpp",
    name: "C++",
    extension: "cpp",
    naming: Naming { keywords: keywords::CPP, folds_case: false },
    one_space: true,
    number: |value| {
        if value == i64::MIN { format!("({}LL - 1)", value + 1) } else { format!("{value}LL") }
    },
    wide: |name| format!("static_cast<long long>({name})"),
    templates: &[
        ("macros.cpp", include_str!("../../templates/cpp/macros.cpp")),
        ("header.h", include_str!("../../templates/cpp/header.h")),
        ("runtime.h", include_str!("../../templates/cpp/runtime.h")),
        ("stub.cpp", include_str!("../../templates/cpp/stub.cpp")),
        ("start_main.cpp", include_str!("../../templates/cpp/start_main.cpp")),
        ("start_child.cpp", include_str!("../../templates/cpp/start_child.cpp")),
    ],
    files: &[
        ("header.h", "{{ module }}.h"),
        ("runtime.h", "sandglass_runtime.h"),
        ("stub.cpp", "sandglass_stub.cpp"),
    ],
    starts: ["start_main.cpp", "start_child.cpp"],
    entry: None,
};

const PYTHON: Language = Language {
    code: "python3",
    name: "Python 3",
    extension: "py",
    naming: Naming { keywords: keywords::PYTHON, folds_case: false },
    one_space: true,
    number: |value| value.to_string(),
    wide: |name| name.to_owned(),
    templates: &[
        ("macros.py", include_str!("../../templates/python/macros.py")),
        ("runtime.py", include_str!("../../templates/python/runtime.py")),
        ("interface.py", include_str!("../../templates/python/interface.py")),
        ("main.py", include_str!("../../templates/python/main.py")),
        ("start_main.py", include_str!("../../templates/python/start_main.py")),
        ("start_child.py", include_str!("../../templates/python/start_child.py")),
    ],
    files: &[
        ("runtime.py", "sandglass_runtime.py"),
        ("interface.py", "{{ module if is_main else 'Main' }}.py"),
        ("main.py", "sandglass_main.py"),
    ],
    starts: ["start_main.py", "start_child.py"],
    entry: Some("sandglass_main.py"),
};
