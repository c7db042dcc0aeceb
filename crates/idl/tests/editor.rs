//! The editor server, as an editor speaks with it.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::thread::{self, JoinHandle};

use proptest::prelude::*;
use sandglass_idl::editor::{Ending, serve};
use serde_json::{Value, json};

const TEXT: &str = "\
/// How many.
const int MOST = 5;
struct Edge { int from; };
interface Main { };
interface solution {
    void f([Range(0, MOST)] int n, Edge[n] e);
};
";

struct Editor {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    server: Option<JoinHandle<Ending>>,
    next: i32,
}

impl Editor {
    fn new() -> Editor {
        let mut editor = Editor::silent();
        let prepares = json!({ "textDocument": { "rename": { "prepareSupport": true } } });
        let hello = editor.ask("initialize", json!({ "capabilities": prepares }));
        let abilities = &hello.expect("it starts")["capabilities"];
        assert_eq!(abilities["renameProvider"], json!({ "prepareProvider": true }));
        assert_eq!(abilities["textDocumentSync"]["change"], 2);
        editor.tell("initialized", json!({}));
        editor
    }

    /// Which has not said anything yet.
    fn silent() -> Editor {
        let ((heard, to), (from, said)) = (pipe().expect("a pipe"), pipe().expect("a pipe"));
        let server = thread::spawn(move || {
            let (mut heard, mut said) = (BufReader::new(heard), said);
            serve(&mut heard, &mut said).expect("a conversation that ends well")
        });
        Editor { to, from: BufReader::new(from), server: Some(server), next: 0 }
    }

    fn send(&mut self, text: &str) {
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            _ = self.from.read_line(&mut line).expect("a line");
            match line.trim().strip_prefix("Content-Length:") {
                Some(value) => length = value.trim().parse().expect("a length"),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).expect("a message");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn tell(&mut self, method: &str, parameters: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": parameters });
        self.send(&message.to_string());
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Result<Value, String> {
        self.next += 1;
        let id = self.next;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters });
        self.send(&message.to_string());
        let mut answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        match answer.get("error") {
            Some(error) => Err(error["message"].as_str().expect("a text").to_owned()),
            None => Ok(answer["result"].take()),
        }
    }

    /// Opens or changes the text; gives what is wrong with it.
    fn write(&mut self, method: &str, text: &str) -> Vec<Value> {
        let parameters = match method {
            "textDocument/didOpen" => {
                json!({ "textDocument": { "uri": "x.idl", "version": 7, "text": text } })
            }
            _ => {
                json!({ "textDocument": { "uri": "x.idl", "version": 8 }, "contentChanges": [{ "text": text }] })
            }
        };
        self.tell(method, parameters);
        self.diagnostics()
    }

    fn diagnostics(&mut self) -> Vec<Value> {
        let one = self.receive();
        assert_eq!(one["method"], "textDocument/publishDiagnostics", "{one}");
        one["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// Changes pieces of the text, each from line and character to line and character.
    fn edit(&mut self, pieces: &[([u32; 4], &str)]) -> Vec<Value> {
        let changes: Vec<Value> = pieces
            .iter()
            .map(|([line, character, end_line, end_character], text)| {
                let start = json!({ "line": line, "character": character });
                let end = json!({ "line": end_line, "character": end_character });
                json!({ "range": { "start": start, "end": end }, "text": text })
            })
            .collect();
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": "x.idl", "version": 9 }, "contentChanges": changes }),
        );
        self.diagnostics()
    }

    fn outline(&mut self) -> Value {
        let asked = json!({ "textDocument": { "uri": "x.idl" } });
        self.ask("textDocument/documentSymbol", asked).expect("an answer")
    }

    /// Asks about the place of `what` in [`TEXT`], plus `more`.
    fn about(&mut self, method: &str, what: &str, more: Value) -> Result<Value, String> {
        let offset = TEXT.find(what).expect("it is there");
        let line = TEXT[..offset].matches('\n').count();
        let character = offset - TEXT[..offset].rfind('\n').map_or(0, |at| at + 1);
        let mut parameters = json!({
            "textDocument": { "uri": "x.idl" },
            "position": { "line": line, "character": character },
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            parameters[key] = value.clone();
        }
        self.ask(&format!("textDocument/{method}"), parameters)
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if self.server.is_none() || thread::panicking() {
            return;
        }
        let _ = self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        if let Some(server) = self.server.take() {
            assert_eq!(server.join().expect("the server ends well"), Ending::Goodbye);
        }
    }
}

fn opened() -> Editor {
    let mut editor = Editor::new();
    assert_eq!(editor.write("textDocument/didOpen", TEXT), [] as [Value; 0]);
    editor
}

#[test]
fn diagnostics_come_with_each_change() {
    let mut editor = opened();
    let wrong = editor.write("textDocument/didChange", &TEXT.replace("MOST)", "MOSR)"));
    assert_eq!(wrong[0]["code"], "E013");
    assert_eq!(wrong[0]["range"]["start"], json!({ "line": 5, "character": 21 }));
    assert!(wrong[0]["message"].as_str().is_some_and(|text| text.contains("MOST")), "{wrong:?}");
    assert!(editor.write("textDocument/didChange", TEXT).is_empty());
}

#[test]
fn changes_come_in_pieces() {
    let mut editor = opened();
    // The second counts in what the first left.
    let wrong = editor.edit(&[([5, 21, 5, 25], "FEW"), ([5, 26, 5, 26], "\u{1d11e}")]);
    assert_eq!(
        (&wrong[0]["code"], &wrong[1]["code"]),
        (&"E013".into(), &"E001".into()),
        "{wrong:?}"
    );
    assert_eq!(wrong[1]["range"]["start"], json!({ "line": 5, "character": 26 }));
    assert_eq!(wrong[1]["range"]["end"], json!({ "line": 5, "character": 28 }));
    let wrong = editor.edit(&[([5, 26, 5, 28], "")]);
    assert!(wrong.iter().all(|one| one["code"] != "E001"), "{wrong:?}");
    assert!(editor.edit(&[([1, 10, 1, 14], "FEW")]).is_empty());
    // Ends that are nowhere are the nearest places.
    let wrong = editor.edit(&[([0, 0, 999, 999], "interface a")]);
    assert!(wrong.iter().any(|one| one["code"] == "E005"), "{wrong:?}");
    assert!(editor.write("textDocument/didChange", TEXT).is_empty());
}

/// A place in a text, in lines and UTF-16 units, of the character at `at`.
fn position(text: &[char], at: usize) -> (u32, u32) {
    let (mut line, mut character) = (0, 0);
    for one in &text[..at] {
        match one {
            '\n' => (line, character) = (line + 1, 0),
            one => character += one.len_utf16() as u32,
        }
    }
    (line, character)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// After any pieces the text is the one that a person sees: it is judged as if opened so.
    #[test]
    fn pieces_make_the_same_text(
        pieces in prop::collection::vec((0..1000_usize, 0..30_usize, "[a-z\u{e9}\u{1d11e}\n;{} ]{0,8}"), 1..12)
    ) {
        let mut text: Vec<char> = TEXT.chars().collect();
        let mut editor = opened();
        for (start, length, new) in &pieces {
            let start = start % (text.len() + 1);
            let end = (start + length).min(text.len());
            let (from, to) = (position(&text, start), position(&text, end));
            let wrong = editor.edit(&[([from.0, from.1, to.0, to.1], new)]);
            text.splice(start..end, new.chars());
            let whole: String = text.iter().collect();
            let outline = editor.outline();
            let mut other = Editor::new();
            prop_assert_eq!(&wrong, &other.write("textDocument/didOpen", &whole));
            prop_assert_eq!(outline, other.outline());
        }
    }
}

#[test]
fn the_outline_has_everything_in_its_place() {
    let outline = opened().outline();
    let names = |all: &Value| -> Vec<String> {
        let all = all.as_array().expect("a list").iter();
        all.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names(&outline), ["MOST", "Edge", "Main", "solution"]);
    assert_eq!(names(&outline[1]["children"]), ["from"]);
    let f = &outline[3]["children"][0];
    assert_eq!((&f["name"], names(&f["children"])), (&"f".into(), vec!["n".into(), "e".into()]));
    assert_eq!(f["range"]["start"], json!({ "line": 5, "character": 4 }));
    assert_eq!(f["range"]["end"], json!({ "line": 5, "character": 46 }));
    assert_eq!(f["selectionRange"]["start"], json!({ "line": 5, "character": 9 }));
    assert_eq!(outline[3]["range"]["end"], json!({ "line": 6, "character": 2 }));
}

#[test]
fn hover_tells_what_a_name_is() {
    let mut editor = opened();
    let shown = editor.about("hover", "MOST)", json!({})).expect("an answer").to_string();
    assert!(shown.contains("const int MOST = 5") && shown.contains("How many."), "{shown}");
    let shown = editor.about("hover", "Range", json!({})).expect("an answer").to_string();
    assert!(shown.contains("between the bounds"), "{shown}");
}

#[test]
fn definition_and_references() {
    let mut editor = opened();
    let place = editor.about("definition", "n] e", json!({})).expect("an answer");
    assert_eq!(place["range"]["start"], json!({ "line": 5, "character": 32 }));
    let places = editor.about("references", "Edge {", json!({})).expect("an answer");
    assert_eq!(places.as_array().map(Vec::len), Some(2), "{places}");
}

#[test]
fn completion_knows_where_it_is() {
    let mut editor = opened();
    let labels = |items: Value| -> Vec<String> {
        let items = items.as_array().expect("a list").clone();
        items.iter().filter_map(|one| Some(one["label"].as_str()?.to_owned())).collect()
    };
    let types = labels(editor.about("completion", "Edge[n]", json!({})).expect("an answer"));
    assert!(types.contains(&"Edge".to_owned()) && types.contains(&"n".to_owned()), "{types:?}");
    let attributes = labels(editor.about("completion", "Range", json!({})).expect("an answer"));
    assert!(attributes.contains(&"Range".to_owned()) && attributes.len() < 10, "{attributes:?}");
}

#[test]
fn rename_changes_every_use_and_nothing_else() {
    let mut editor = opened();
    let edits = editor.about("rename", "MOST =", json!({ "newName": "LIMIT" })).expect("edits");
    assert_eq!(edits["changes"]["x.idl"].as_array().map(Vec::len), Some(2), "{edits}");
    for wrong in ["int", "a_", "1a", "", "Edge"] {
        let refused = editor.about("rename", "MOST =", json!({ "newName": wrong }));
        assert!(refused.is_err(), "{wrong}: {refused:?}");
    }
}

#[test]
fn what_would_be_renamed_is_shown_first() {
    let mut editor = opened();
    let found = editor.about("prepareRename", "MOST)", json!({})).expect("an answer");
    assert_eq!(found["placeholder"], "MOST");
    assert_eq!(found["range"]["start"], json!({ "line": 5, "character": 21 }));
    assert_eq!(found["range"]["end"], json!({ "line": 5, "character": 25 }));
    assert_eq!(editor.about("prepareRename", "Range", json!({})), Ok(Value::Null));
    // A constant does not become what a parameter hides, and a function of another interface may be called so.
    assert!(editor.about("rename", "MOST =", json!({ "newName": "n" })).is_err());
    editor.about("rename", "f([", json!({ "newName": "n" })).expect("edits");
}

#[test]
fn what_is_no_message_is_answered_and_ends_nothing() {
    let mut editor = opened();
    for (text, code) in [
        ("{\"id\":1,", -32700),
        ("", -32700),
        ("[1, 2]", -32600),
        ("{\"id\":{},\"method\":\"shutdown\"}", -32600),
        ("{\"id\":5}", -32600),
        ("{\"id\":5,\"method\":\"noSuchThing\"}", -32601),
        ("{\"id\":5,\"method\":\"initialize\"}", -32600),
    ] {
        editor.send(text);
        let answer = editor.receive();
        assert_eq!(answer["error"]["code"], code, "{text}: {answer}");
    }
    // A header that says no length, and then nothing unusual.
    editor.to.write_all(b"Nonsense\r\n\r\n").expect("it listens");
    assert_eq!(editor.receive()["error"]["code"], -32700);
    // What is not known needs no answer, and an answer none either.
    editor.send("{\"method\":\"$/noSuchThing\"}");
    editor.send("{\"id\":1,\"result\":null}");
    editor.tell("textDocument/didChange", json!({ "textDocument": { "uri": "never opened" } }));
    assert_eq!(editor.outline()[0]["name"], "MOST");
}

#[test]
fn the_conversation_has_a_beginning_and_an_end() {
    let mut editor = Editor::silent();
    editor.send("{\"id\":1,\"method\":\"textDocument/hover\"}");
    assert_eq!(editor.receive()["error"]["code"], -32002);
    editor.ask("initialize", json!({})).expect("it starts");
    editor.ask("shutdown", Value::Null).expect("it ends");
    assert!(editor.ask("textDocument/hover", json!({})).is_err());
    editor.tell("exit", Value::Null);
    let server = editor.server.take().expect("it is there");
    assert_eq!(server.join().expect("the server ends well"), Ending::Goodbye);
    // An editor that died.
    let mut input = &b"Content-Length: 2\r\n\r\n{}"[..];
    assert_eq!(serve(&mut input, &mut Vec::new()).expect("an end"), Ending::Left);
    let mut input = &b"Content-Length: 2\r\n\r\n{"[..];
    assert!(serve(&mut input, &mut Vec::new()).is_err());
}

#[test]
fn formatting_is_an_edit_where_there_is_something_to_do() {
    let mut editor = Editor::new();
    editor.write("textDocument/didOpen", "interface Main {};  interface a { void f();};");
    let asked = json!({ "textDocument": { "uri": "x.idl" }, "options": {} });
    let edits = editor.ask("textDocument/formatting", asked.clone()).expect("edits");
    assert_eq!(edits[0]["newText"], "interface Main {};\ninterface a {\n    void f();\n};\n");
    editor.write("textDocument/didChange", "interface {");
    assert_eq!(editor.ask("textDocument/formatting", asked), Ok(Value::Null));
}

#[test]
fn nonsense_is_refused_and_the_server_goes_on() {
    let mut editor = opened();
    assert!(editor.ask("textDocument/hover", json!({ "textDocument": { "uri": "y" } })).is_err());
    assert!(editor.about("noSuchThing", "MOST", json!({})).is_err());
    let far = json!({ "textDocument": { "uri": "x.idl" }, "position": { "line": 999, "character": 999 } });
    assert_eq!(editor.ask("textDocument/hover", far), Ok(Value::Null));
    for line in 0..8 {
        for character in 0..60 {
            let place = json!({
                "textDocument": { "uri": "x.idl" }, "position": { "line": line, "character": character },
            });
            for method in ["hover", "definition", "completion"] {
                editor.ask(&format!("textDocument/{method}"), place.clone()).expect("an answer");
            }
        }
    }
}

#[test]
fn the_grammar_of_other_editors_knows_the_same_words() {
    let grammar = include_str!("../editors/vscode/syntaxes/sandglass-idl.tmLanguage.json");
    let grammar: Value = serde_json::from_str(grammar).expect("JSON");
    let patterns = grammar["patterns"].to_string();
    for scalar in sandglass_idl::model::Scalar::ALL {
        assert!(
            patterns.contains(&format!("|{}|", scalar.word()))
                || scalar.word() == "bool"
                || scalar.word() == "double",
            "{scalar:?}"
        );
    }
    let extension: Value =
        serde_json::from_str(include_str!("../editors/vscode/package.json")).expect("JSON");
    assert_eq!(extension["contributes"]["grammars"][0]["scopeName"], grammar["scopeName"]);
}
