//! The editor server: the same front end, over the language server protocol.

mod answers;
mod symbols;

use std::collections::HashMap;

use lsp_server::{Connection, Message, Notification, ProtocolError, Request, Response};
use serde_json::{Value, json};

use answers::Document;
pub use symbols::{Symbol, SymbolKind, symbols};

/// The protocol's number for a request that cannot be carried out as it is.
const INVALID: i32 = -32602;
/// The protocol's number for a request that does not exist.
const UNKNOWN: i32 = -32601;

/// Serves an editor until it says goodbye.
///
/// # Errors
/// [`ProtocolError`] where the editor breaks the protocol, or goes without a word.
pub fn serve(connection: &Connection) -> Result<(), ProtocolError> {
    connection.initialize(json!({
        // The whole text with each change: these files are small.
        "textDocumentSync": 1,
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "completionProvider": { "triggerCharacters": ["["] },
        "renameProvider": true,
        "documentFormattingProvider": true,
    }))?;
    let mut documents = HashMap::new();
    for message in &connection.receiver {
        let answer = match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(());
                }
                Some(Message::Response(answer(&documents, request)))
            }
            Message::Notification(notification) => {
                hear(&mut documents, &notification).map(Message::Notification)
            }
            Message::Response(_) => None,
        };
        // An editor that is gone is found by the next receive.
        if let Some(answer) = answer
            && connection.sender.send(answer).is_err()
        {
            return Ok(());
        }
    }
    Ok(())
}

/// Takes a change of a text, and gives what is wrong with it now.
fn hear(
    documents: &mut HashMap<String, Document>,
    notification: &Notification,
) -> Option<Notification> {
    let parameters = &notification.params;
    let uri = parameters["textDocument"]["uri"].as_str()?.to_owned();
    let text = match notification.method.as_str() {
        "textDocument/didOpen" => parameters["textDocument"]["text"].as_str()?,
        "textDocument/didChange" => {
            parameters["contentChanges"].as_array()?.last()?["text"].as_str()?
        }
        "textDocument/didClose" => {
            documents.remove(&uri);
            return Some(published(&uri, json!([])));
        }
        _ => return None,
    };
    let document = Document::new(text.to_owned());
    let diagnostics = document.diagnostics(&uri);
    documents.insert(uri.clone(), document);
    Some(published(&uri, diagnostics))
}

fn published(uri: &str, diagnostics: Value) -> Notification {
    Notification::new(
        "textDocument/publishDiagnostics".to_owned(),
        json!({ "uri": uri, "diagnostics": diagnostics }),
    )
}

fn answer(documents: &HashMap<String, Document>, request: Request) -> Response {
    let parameters = &request.params;
    let uri = parameters["textDocument"]["uri"].as_str().unwrap_or_default();
    let position = &parameters["position"];
    let Some(document) = documents.get(uri) else {
        return Response::new_err(request.id, INVALID, format!("{uri} is not open"));
    };
    let result = match request.method.as_str() {
        "textDocument/hover" => Ok(document.hover(position)),
        "textDocument/definition" => Ok(document.definition(uri, position)),
        "textDocument/references" => Ok(document.references(uri, position)),
        "textDocument/completion" => Ok(document.completion(position)),
        "textDocument/rename" => {
            document.rename(uri, position, parameters["newName"].as_str().unwrap_or_default())
        }
        "textDocument/formatting" => Ok(document.formatting()),
        other => return Response::new_err(request.id, UNKNOWN, format!("no method {other}")),
    };
    match result {
        Ok(result) => Response::new_ok(request.id, result),
        Err(why) => Response::new_err(request.id, INVALID, why),
    }
}
