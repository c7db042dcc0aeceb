//! The editor server, as an editor speaks with it.

use std::thread::{self, JoinHandle};

use lsp_server::{Connection, Message, Notification, Request, Response};
use sandglass_idl::editor::serve;
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
    connection: Connection,
    server: Option<JoinHandle<()>>,
    next: i32,
}

impl Editor {
    fn new() -> Editor {
        let (ours, theirs) = Connection::memory();
        let server = thread::spawn(move || serve(&theirs).expect("a conversation that ends well"));
        let mut editor = Editor { connection: ours, server: Some(server), next: 0 };
        let hello = editor.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(hello.expect("it starts")["capabilities"]["renameProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn tell(&self, method: &str, parameters: Value) {
        let message = Notification::new(method.to_owned(), parameters);
        self.connection.sender.send(message.into()).expect("the server listens");
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Result<Value, String> {
        self.next += 1;
        let message = Request::new(self.next.into(), method.to_owned(), parameters);
        self.connection.sender.send(message.into()).expect("the server listens");
        match self.connection.receiver.recv().expect("an answer") {
            Message::Response(Response { response_result, .. }) => {
                response_result.map_err(|error| error.message)
            }
            other => panic!("{other:?}"),
        }
    }

    /// Opens or changes the text; gives what is wrong with it.
    fn write(&self, method: &str, text: &str) -> Vec<Value> {
        let parameters = match method {
            "textDocument/didOpen" => json!({ "textDocument": { "uri": "x.idl", "text": text } }),
            _ => {
                json!({ "textDocument": { "uri": "x.idl" }, "contentChanges": [{ "text": text }] })
            }
        };
        self.tell(method, parameters);
        match self.connection.receiver.recv().expect("diagnostics") {
            Message::Notification(one) => {
                assert_eq!(one.method, "textDocument/publishDiagnostics");
                one.params["diagnostics"].as_array().expect("a list").clone()
            }
            other => panic!("{other:?}"),
        }
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
        let _ = self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        if let Some(server) = self.server.take()
            && !thread::panicking()
        {
            server.join().expect("the server ends well");
        }
    }
}

fn opened() -> Editor {
    let editor = Editor::new();
    assert_eq!(editor.write("textDocument/didOpen", TEXT), [] as [Value; 0]);
    editor
}

#[test]
fn diagnostics_come_with_each_change() {
    let editor = opened();
    let wrong = editor.write("textDocument/didChange", &TEXT.replace("MOST)", "MOSR)"));
    assert_eq!(wrong[0]["code"], "E013");
    assert_eq!(wrong[0]["range"]["start"], json!({ "line": 5, "character": 21 }));
    assert!(wrong[0]["message"].as_str().is_some_and(|text| text.contains("MOST")), "{wrong:?}");
    assert!(editor.write("textDocument/didChange", TEXT).is_empty());
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
