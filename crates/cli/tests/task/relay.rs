//! Programs that pass values on, in each language.

use std::fmt::Write;

use crate::matrix::{Kind, cpp};

/// A language.
pub(crate) struct Relay {
    pub(crate) extension: &'static str,
    /// Main: gets each value from `reference`, has `subject` echo, copy and keep it, and gives it back.
    pub(crate) main: fn(&[Kind]) -> String,
    /// `subject`: echoes, copies and keeps.
    pub(crate) child: fn(&[Kind]) -> String,
}

pub(crate) fn relays() -> Vec<Relay> {
    vec![
        Relay { extension: "c", main: c_main, child: c_child },
        Relay { extension: "cpp", main: cpp_main, child: cpp_child },
        Relay { extension: "py", main: python_main, child: python_child },
        Relay { extension: "js", main: javascript_main, child: javascript_child },
        Relay { extension: "java", main: java_main, child: java_child },
        Relay { extension: "go", main: go_main, child: go_child },
        Relay { extension: "rs", main: rust_main, child: rust_child },
        Relay { extension: "cs", main: csharp_main, child: csharp_child },
        Relay { extension: "pas", main: pascal_main, child: pascal_child },
    ]
}

/// One text a kind, joined.
fn each(kinds: &[Kind], one: impl Fn(&Kind) -> String) -> String {
    kinds.iter().map(one).collect()
}

/// `3, 2, ` where the lengths vary.
fn lengths(kind: &Kind) -> &'static str {
    if kind.dimensions == 2 { "3, 2, " } else { "" }
}

fn only_lengths(kind: &Kind) -> &'static str {
    lengths(kind).trim_end_matches(", ")
}

fn c_type(word: &str) -> String {
    match word {
        "string" => "const char *".to_owned(),
        other => cpp(other),
    }
}

fn c_main(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, of, all, only) = (kind.id, c_type(&kind.word), lengths(kind), only_lengths(kind));
        match kind.dimensions {
            0 => format!(
                "    {{ {of} w; copy{id}(echo{id}(source{id}()), &w); keep{id}(&w); sink{id}(w); }}\n"
            ),
            count => format!(
                "    {{ {of} w[{}]; copy{id}({all}echo{id}({all}source{id}({only})), w); keep{id}({all}w); sink{id}({all}w); }}\n",
                [3, 6][count - 1]
            ),
        }
    });
    format!("#include \"task.h\"\nint main(void) {{\n{body}    return 0;\n}}\n")
}

fn c_child(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, of) = (kind.id, c_type(&kind.word));
        match kind.dimensions {
            0 => format!(
                "{of} echo{id}({of} v) {{ return v; }}\nvoid copy{id}({of} v, {of} *w) {{ *w = v; }}\n\
                 void keep{id}({of} *v) {{ (void)v; }}\n"
            ),
            1 => format!(
                "{of} *echo{id}({of} v[]) {{ return v; }}\n\
                 void copy{id}({of} v[], {of} w[]) {{ memcpy(w, v, 3 * sizeof *w); }}\n\
                 void keep{id}({of} v[]) {{ (void)v; }}\n"
            ),
            _ => format!(
                "{of} *echo{id}(int n, int m, {of} *v) {{ (void)n; (void)m; return v; }}\n\
                 void copy{id}(int n, int m, {of} *v, {of} *w) {{ memcpy(w, v, n * m * sizeof *w); }}\n\
                 void keep{id}(int n, int m, {of} *v) {{ (void)n; (void)m; (void)v; }}\n"
            ),
        }
    });
    format!("#include \"task.h\"\n#include <string.h>\n{body}")
}

fn cpp_whole(kind: &Kind) -> String {
    let of = cpp(&kind.word);
    match kind.dimensions {
        0 => of,
        1 => format!("std::vector<{of}>"),
        _ => format!("std::vector<std::vector<{of}>>"),
    }
}

fn cpp_main(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, all, only) = (kind.id, lengths(kind), only_lengths(kind));
        let of = cpp_whole(kind);
        format!(
            "    {{ {of} w; copy{id}({all}echo{id}({all}source{id}({only})), w); keep{id}({all}w); sink{id}({all}w); }}\n"
        )
    });
    format!("#include \"task.h\"\nint main() {{\n{body}}}\n")
}

fn cpp_child(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, of) = (kind.id, cpp_whole(kind));
        let all = if kind.dimensions == 2 { "int, int, " } else { "" };
        format!(
            "{of} echo{id}({all}{of} v) {{ return v; }}\nvoid copy{id}({all}{of} v, {of} &w) {{ w = v; }}\nvoid keep{id}({all}{of} &) {{}}\n"
        )
    });
    format!("#include \"task.h\"\n{body}")
}

fn python_main(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, all, only) = (kind.id, lengths(kind), only_lengths(kind));
        format!(
            "task.sink{id}({all}task.keep{id}({all}task.copy{id}({all}task.echo{id}({all}task.source{id}({only})))))\n"
        )
    });
    format!("import task\n{body}")
}

fn python_child(kinds: &[Kind]) -> String {
    let mut text = String::from("import Main\n");
    for kind in kinds {
        let all = if kind.dimensions == 2 { "n, m, " } else { "" };
        for name in ["echo", "copy", "keep"] {
            let _ = writeln!(text, "def {name}{}({all}v):\n    return v", kind.id);
        }
    }
    text
}

fn javascript_main(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, all, only) = (kind.id, lengths(kind), only_lengths(kind));
        format!(
            "t.sink{id}({all}t.keep{id}({all}t.copy{id}({all}t.echo{id}({all}t.source{id}({only})))));\n"
        )
    });
    format!("const t = require('./task.js');\n{body}")
}

fn javascript_child(kinds: &[Kind]) -> String {
    each(kinds, |kind| {
        let (id, all) = (kind.id, if kind.dimensions == 2 { "n, m, " } else { "" });
        format!("exports.echo{id} = exports.copy{id} = exports.keep{id} = ({all}v) => v;\n")
    })
}

fn java_type(kind: &Kind) -> String {
    let of = match kind.word.as_str() {
        "bool" => "boolean",
        "ubyte" | "ushort" => "int",
        "uint" | "ulong" => "long",
        "string" => "String",
        other => other,
    };
    format!("{of}{}", "[]".repeat(kind.dimensions))
}

fn java_main(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, all, only) = (kind.id, lengths(kind), only_lengths(kind));
        let (of, one) = (java_type(kind), java_type(kind).replace("[]", ""));
        let more = "[]".repeat(kind.dimensions);
        format!(
            "        {{ {of}[] w = new {one}[1]{more}; subject.copy{id}({all}subject.echo{id}({all}reference.source{id}({only})), w); subject.keep{id}({all}w); reference.sink{id}({all}w[0]); }}\n"
        )
    });
    format!("class Main {{\n    public static void main(String[] a) {{\n{body}    }}\n}}\n")
}

fn java_child(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, of) = (kind.id, java_type(kind));
        let all = if kind.dimensions == 2 { "int n, int m, " } else { "" };
        format!(
            "    static {of} echo{id}({all}{of} v) {{ return v; }}\n    static void copy{id}({all}{of} v, {of}[] w) {{ w[0] = v; }}\n    static void keep{id}({all}{of}[] v) {{ }}\n"
        )
    });
    format!("class subject {{\n{body}}}\n")
}

fn go_type(kind: &Kind) -> String {
    let of = match kind.word.as_str() {
        "char" => "byte",
        "ubyte" => "uint8",
        "short" => "int16",
        "ushort" => "uint16",
        "int" => "int32",
        "uint" => "uint32",
        "long" => "int64",
        "ulong" => "uint64",
        "float" => "float32",
        "double" => "float64",
        other => other,
    };
    format!("{}{of}", "[]".repeat(kind.dimensions))
}

fn go_main(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, all, only) = (kind.id, lengths(kind), only_lengths(kind));
        format!(
            "\tsink{id}({all}keep{id}({all}copy{id}({all}echo{id}({all}source{id}({only})))))\n"
        )
    });
    format!("package main\n\nfunc main() {{\n{body}}}\n")
}

fn go_child(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, of) = (kind.id, go_type(kind));
        let all = if kind.dimensions == 2 { "n, m int32, " } else { "" };
        format!(
            "func echo{id}({all}v {of}) {of} {{ return v }}\nfunc copy{id}({all}v {of}) {of} {{ return v }}\nfunc keep{id}({all}v {of}) {of} {{ return v }}\n"
        )
    });
    format!("package main\n\n{body}")
}

fn rust_type(kind: &Kind) -> String {
    let of = match kind.word.as_str() {
        "char" | "ubyte" => "u8",
        "short" => "i16",
        "ushort" => "u16",
        "int" => "i32",
        "uint" => "u32",
        "long" => "i64",
        "ulong" => "u64",
        "float" => "f32",
        "double" => "f64",
        "string" => "String",
        other => other,
    };
    format!("{}{of}{}", "Vec<".repeat(kind.dimensions), ">".repeat(kind.dimensions))
}

/// As a parameter, and how that is made a value of one's own.
fn rust_parameter(kind: &Kind) -> (String, &'static str) {
    let whole = rust_type(kind);
    match (kind.dimensions, kind.word.as_str()) {
        (0, "string") => ("&str".to_owned(), ".to_owned()"),
        (0, word) if word.starts_with("Has") => (format!("&{whole}"), ".clone()"),
        (0, _) => (whole, ""),
        _ => (format!("&[{}]", &whole[4..whole.len() - 1]), ".to_vec()"),
    }
}

fn rust_main(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, all, only) = (kind.id, lengths(kind), only_lengths(kind));
        let lend = if rust_parameter(kind).1.is_empty() { "" } else { "&" };
        format!(
            "    {{ let mut w = copy{id}({all}{lend}echo{id}({all}{lend}source{id}({only}))); keep{id}({all}&mut w); sink{id}({all}{lend}w); }}\n"
        )
    });
    format!("use crate::sandglass::*;\n\npub fn main() {{\n{body}}}\n")
}

fn rust_child(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, of, (parameter, own)) = (kind.id, rust_type(kind), rust_parameter(kind));
        let all = if kind.dimensions == 2 { "_: i32, _: i32, " } else { "" };
        let changed = if kind.dimensions > 0 { &parameter[1..] } else { &of };
        format!(
            "pub fn echo{id}({all}v: {parameter}) -> {of} {{ v{own} }}\npub fn copy{id}({all}v: {parameter}) -> {of} {{ v{own} }}\npub fn keep{id}({all}_: &mut {changed}) {{}}\n"
        )
    });
    format!("use crate::sandglass::*;\n\n{body}")
}

fn csharp_type(kind: &Kind) -> String {
    let of = if kind.word == "ubyte" { "byte" } else { &kind.word };
    format!("{of}{}", ["", "[]", "[,]"][kind.dimensions])
}

fn csharp_main(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, all, only) = (kind.id, lengths(kind), only_lengths(kind));
        let of = csharp_type(kind);
        format!(
            "        {{ {of} w; subject.copy{id}({all}subject.echo{id}({all}reference.source{id}({only})), out w); subject.keep{id}({all}ref w); reference.sink{id}({all}w); }}\n"
        )
    });
    format!("static class Program {{\n    static void Main() {{\n{body}    }}\n}}\n")
}

fn csharp_child(kinds: &[Kind]) -> String {
    let body = each(kinds, |kind| {
        let (id, of) = (kind.id, csharp_type(kind));
        let all = if kind.dimensions == 2 { "int n, int m, " } else { "" };
        format!(
            "    public static {of} echo{id}({all}{of} v) {{ return v; }}\n    public static void copy{id}({all}{of} v, out {of} w) {{ w = v; }}\n    public static void keep{id}({all}ref {of} v) {{ }}\n"
        )
    });
    format!("static class subject {{\n{body}}}\n")
}

fn pascal_type(kind: &Kind) -> String {
    let of = match kind.word.as_str() {
        "bool" => "Boolean",
        "char" => "AnsiChar",
        "ubyte" => "Byte",
        "short" => "SmallInt",
        "ushort" => "Word",
        "int" => "LongInt",
        "uint" => "LongWord",
        "long" => "Int64",
        "ulong" => "QWord",
        "float" => "Single",
        "double" => "Double",
        "string" => "AnsiString",
        other => other,
    };
    match kind.dimensions {
        0 => of.to_owned(),
        1 => format!("T{of}Array"),
        _ => format!("T{of}Matrix"),
    }
}

fn pascal_main(kinds: &[Kind]) -> String {
    let variables = each(kinds, |kind| format!("  w{}: {};\n", kind.id, pascal_type(kind)));
    let body = each(kinds, |kind| {
        let (id, all, only) = (kind.id, lengths(kind), only_lengths(kind));
        format!(
            "  copy{id}({all}echo{id}({all}source{id}({only})), w{id}); keep{id}({all}w{id}); sink{id}({all}w{id});\n"
        )
    });
    format!(
        "unit Main;\n{{$mode objfpc}}{{$H+}}\ninterface\nuses SandglassTypes;\nprocedure Run;\nimplementation\nuses task;\n\
         procedure Run;\nvar\n{variables}begin\n{body}end;\nend.\n"
    )
}

fn pascal_child(kinds: &[Kind]) -> String {
    let heading = |kind: &Kind, name: &str, rest: &str| {
        let all = if kind.dimensions == 2 { "n, m: LongInt; " } else { "" };
        format!("{name}{}({all}v: {}{rest};\n", kind.id, pascal_type(kind))
    };
    let echo = |kind: &Kind| {
        "function ".to_owned() + &heading(kind, "echo", &format!("): {}", pascal_type(kind)))
    };
    let copy = |kind: &Kind| {
        "procedure ".to_owned()
            + &heading(kind, "copy", &format!("; out w: {})", pascal_type(kind)))
    };
    let keep = |kind: &Kind| {
        let all = if kind.dimensions == 2 { "n, m: LongInt; " } else { "" };
        format!("procedure keep{}({all}var v: {});\n", kind.id, pascal_type(kind))
    };
    let headings = each(kinds, |kind| echo(kind) + &copy(kind) + &keep(kind));
    let bodies = each(kinds, |kind| {
        let (echo, copy, keep) = (echo(kind), copy(kind), keep(kind));
        format!("{echo}begin Result := v; end;\n{copy}begin w := v; end;\n{keep}begin end;\n")
    });
    format!(
        "unit task;\n{{$mode objfpc}}{{$H+}}\ninterface\nuses SandglassTypes;\n{headings}implementation\n{bodies}end.\n"
    )
}
