//! `sandglass task`, as a setter meets it.

use std::fs;

use crate::support::{finish, sandglass};

const RIGHT: &str =
    "interface Main {\n    void say(int n);\n};\ninterface solution {\n    void go();\n};\n";
const WRONG: &str = "interface Main { };\ninterface solution { void f(int n, int[n] a); };\n";

struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().expect("a directory"))
    }

    fn path(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    }
}

#[test]
fn check_says_where_and_how_to_mend() {
    let files = Files::new();
    let (right, wrong) = (files.path("right.idl", RIGHT), files.path("wrong.idl", WRONG));
    let fine = finish(sandglass(&["task", "check", &right])).status(0);
    assert_eq!((fine.stdout(), fine.stderr()), (String::new(), String::new()));
    let bad = finish(sandglass(&["task", "check", &right, &wrong])).status(1).stderr();
    for part in ["error[E016]", "wrong.idl:2:40", "^", "help: declare it like"] {
        assert!(bad.contains(part), "{part}: {bad}");
    }
    let json = finish(sandglass(&["task", "check", "--json", &wrong])).status(1).json();
    let diagnostic = &json[0]["diagnostics"][0];
    assert_eq!((&diagnostic["code"], &diagnostic["line"]), (&"E016".into(), &2.into()), "{json}");
    finish(sandglass(&["task", "check", "/no/such.idl"])).status(2);
    let binary = files.path("binary.idl", "");
    fs::write(&binary, [0xff, 0xfe]).expect("a file");
    finish(sandglass(&["task", "check", &binary])).status(2);
}

#[test]
fn format_changes_layout_only_where_it_can_be_read() {
    let files = Files::new();
    let loose = files.path("loose.idl", &RIGHT.replace("\n    ", " // why\n"));
    finish(sandglass(&["task", "format", "--check", &loose])).status(1);
    finish(sandglass(&["task", "format", &loose])).status(0);
    let text = fs::read_to_string(&loose).expect("still there");
    assert_eq!(text, RIGHT.replace("{\n", "{ // why\n"));
    finish(sandglass(&["task", "format", "--check", &loose])).status(0);
    let broken = files.path("broken.idl", "interface {");
    finish(sandglass(&["task", "format", &broken])).status(1);
    assert_eq!(fs::read_to_string(&broken).expect("still there"), "interface {");
}

#[test]
fn the_editor_server_speaks_over_its_streams() {
    use std::io::Write;
    use std::process::Stdio;
    let frame = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let mut command = sandglass(&["task", "lsp"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"x","text":"interface"}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
        r#"{"jsonrpc":"2.0","method":"exit"}"#,
    ] {
        stdin.write_all(frame(text).as_bytes()).expect("it reads");
    }
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    for part in ["hoverProvider", "E005", "-32700", r#""id":2,"jsonrpc":"2.0","result":null"#] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let left = sandglass(&["task", "lsp"]).stdin(Stdio::null()).output().expect("it starts");
    assert_eq!(left.status.code(), Some(1));
}
