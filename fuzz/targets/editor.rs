//! Any bytes, as what an editor says: as they are, and as bodies of messages around an open text. The
//! server never panics, and ends with the stream.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sandglass_idl::editor::serve;

/// What comes before: a text is open then.
const BEFORE: [&str; 2] = [
    r#"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#,
    r#"{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"x","text":"interface Main { };\ninterface a {\n\tvoid f([Range(0, 9)] int n, int[n] \u00e9\ud834\udd1e);\n};\n"}}}"#,
];

fuzz_target!(|bytes: &[u8]| {
    let _ = serve(&mut &bytes[..], &mut Vec::new());
    // Lines are messages.
    let mut stream = Vec::new();
    let lines = bytes.split(|byte| *byte == b'\n');
    for message in BEFORE.iter().map(|text| text.as_bytes()).chain(lines) {
        stream.extend(format!("Content-Length: {}\r\n\r\n", message.len()).into_bytes());
        stream.extend(message);
    }
    serve(&mut &stream[..], &mut Vec::new()).expect("messages that are framed well");
});
