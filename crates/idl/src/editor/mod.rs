//! The editor server: the same front end, over the language server protocol.
//!
//! One message is read, answered, and only then the next one read: a file is small, and an answer takes
//! less than a millisecond. A text is changed as the editor says, piece by piece, and looked at anew.

mod answers;
mod frames;
mod symbols;

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

use answers::Document;
use frames::Frame;
pub use symbols::{Symbol, SymbolKind, symbols};

/// The protocol's numbers for what is wrong with a message.
const NO_JSON: i32 = -32700;
const NO_REQUEST: i32 = -32600;
const UNKNOWN: i32 = -32601;
const INVALID: i32 = -32602;
const NOT_INITIALIZED: i32 = -32002;

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The editor said goodbye: `shutdown`, then `exit`.
    Goodbye,
    /// It left without `shutdown`.
    Left,
}

/// Serves an editor until it leaves.
///
/// # Errors
/// Where its stream breaks off in a message, or what comes is not framed as the protocol says. A message that
/// is no JSON, or no request, is answered with an error and ends nothing.
pub fn serve(input: &mut impl BufRead, output: &mut impl Write) -> io::Result<Ending> {
    let mut server = Server::default();
    while let Some(frame) = frames::read(input)? {
        let messages = match frame {
            Frame::Message(message) => server.hear(&message),
            Frame::Broken(why) => vec![failed(&Value::Null, NO_JSON, &why)],
        };
        for message in &messages {
            frames::write(output, message)?;
        }
        if server.exited {
            break;
        }
    }
    Ok(if server.exited && server.stage == Stage::Over { Ending::Goodbye } else { Ending::Left })
}

/// Where the conversation stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Fresh,
    Running,
    Over,
}

#[derive(Debug, Default)]
struct Server {
    stage: Stage,
    exited: bool,
    documents: HashMap<String, Document>,
}

impl Server {
    /// What is to be said to a message.
    fn hear(&mut self, message: &Value) -> Vec<Value> {
        let id = message.get("id");
        let Some(method) = message["method"].as_str() else {
            // An answer to a request; we make none.
            if id.is_some() && (message.get("result").is_some() || message.get("error").is_some()) {
                return Vec::new();
            }
            return vec![failed(id.unwrap_or(&Value::Null), NO_REQUEST, "there is no method")];
        };
        let parameters = &message["params"];
        match id {
            Some(id) if id.is_string() || id.is_number() => {
                vec![match self.answer(method, parameters) {
                    Ok(result) => json!({ "id": id, "result": result }),
                    Err((code, why)) => failed(id, code, &why),
                }]
            }
            Some(_) => vec![failed(&Value::Null, NO_REQUEST, "an id is a number or a text")],
            None => self.notified(method, parameters).into_iter().collect(),
        }
    }

    fn answer(&mut self, method: &str, parameters: &Value) -> Result<Value, (i32, String)> {
        match (self.stage, method) {
            (Stage::Fresh, "initialize") => {
                self.stage = Stage::Running;
                return Ok(abilities(parameters));
            }
            (Stage::Fresh, _) => return Err((NOT_INITIALIZED, "say initialize first".to_owned())),
            (Stage::Running, "shutdown") => {
                self.stage = Stage::Over;
                self.documents.clear();
                return Ok(Value::Null);
            }
            (Stage::Over, _) => return Err((NO_REQUEST, "it is over: say exit".to_owned())),
            (Stage::Running, "initialize") => {
                return Err((NO_REQUEST, "that was said already".to_owned()));
            }
            (Stage::Running, _) => {}
        }
        let Some(about) = method.strip_prefix("textDocument/") else {
            return Err((UNKNOWN, format!("no method {method}")));
        };
        let uri = parameters["textDocument"]["uri"].as_str().unwrap_or_default();
        let position = &parameters["position"];
        let document =
            self.documents.get(uri).ok_or_else(|| (INVALID, format!("{uri} is not open")));
        Ok(match about {
            "hover" => document?.hover(position),
            "definition" => document?.definition(uri, position),
            "references" => document?.references(uri, position),
            "completion" => document?.completion(position),
            "documentSymbol" => document?.outline(),
            "prepareRename" => document?.renamed(position),
            "rename" => {
                let name = parameters["newName"].as_str().unwrap_or_default();
                document?.rename(uri, position, name).map_err(|why| (INVALID, why))?
            }
            "formatting" => document?.formatting(),
            _ => return Err((UNKNOWN, format!("no method {method}"))),
        })
    }

    /// Takes what the editor tells, and gives what is wrong with a text now.
    fn notified(&mut self, method: &str, parameters: &Value) -> Option<Value> {
        if method == "exit" {
            self.exited = true;
        }
        if self.stage != Stage::Running {
            return None;
        }
        let told = &parameters["textDocument"];
        let uri = told["uri"].as_str()?;
        match method {
            "textDocument/didOpen" => {
                let document = Document::new(told["text"].as_str()?.to_owned());
                self.documents.insert(uri.to_owned(), document);
            }
            "textDocument/didChange" => {
                let document = self.documents.remove(uri)?;
                let document = document.changed(parameters["contentChanges"].as_array()?);
                self.documents.insert(uri.to_owned(), document);
            }
            "textDocument/didClose" => {
                self.documents.remove(uri);
                return Some(published(uri, &Value::Null, json!([])));
            }
            _ => return None,
        }
        let diagnostics = self.documents.get(uri)?.diagnostics(uri);
        Some(published(uri, &told["version"], diagnostics))
    }
}

/// What we do for an editor, as it asked.
fn abilities(parameters: &Value) -> Value {
    let prepares = &parameters["capabilities"]["textDocument"]["rename"]["prepareSupport"];
    let rename = if *prepares == true { json!({ "prepareProvider": true }) } else { json!(true) };
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            // Changes come in pieces.
            "textDocumentSync": { "openClose": true, "change": 2 },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentSymbolProvider": true,
            "completionProvider": { "triggerCharacters": ["["] },
            "renameProvider": rename,
            "documentFormattingProvider": true,
        },
        "serverInfo": { "name": "sandglass", "version": env!("CARGO_PKG_VERSION") },
    })
}

fn published(uri: &str, version: &Value, diagnostics: Value) -> Value {
    let mut parameters = json!({ "uri": uri, "diagnostics": diagnostics });
    if version.is_number() {
        parameters["version"] = version.clone();
    }
    json!({ "method": "textDocument/publishDiagnostics", "params": parameters })
}

fn failed(id: &Value, code: i32, why: &str) -> Value {
    json!({ "id": id, "error": { "code": code, "message": why } })
}
