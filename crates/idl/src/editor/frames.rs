//! Messages as the language server protocol frames them: header lines, an empty line, and JSON of
//! `Content-Length` bytes.

use std::io::{self, BufRead, Read, Write};

use serde_json::{Value, json};

/// Bytes of a message, at most: texts are smaller by far.
const MOST: u64 = 64 << 20;
/// Bytes of a header line, at most.
const LINE: u64 = 4 << 10;

/// What came.
#[derive(Debug, PartialEq)]
pub(super) enum Frame {
    /// A message.
    Message(Value),
    /// Something that is no message, and why; what follows it can be read.
    Broken(String),
}

/// The next message; `None` where there are no more.
///
/// # Errors
/// What reading fails with; [`io::ErrorKind::UnexpectedEof`] in the middle of a message; and
/// [`io::ErrorKind::InvalidData`] where nobody can tell where the next message begins.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Frame>> {
    let mut length: Option<Result<u64, String>> = None;
    let mut first = true;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(LINE).read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return match (line.len() as u64, first) {
                (0, true) => Ok(None),
                (LINE, _) => Err(invalid("a header line of more than 4 KiB")),
                _ => Err(io::ErrorKind::UnexpectedEof.into()),
            };
        }
        first = false;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            length = Some(value.trim().parse().map_err(|_| format!("no length is {value}")));
        }
    }
    let length = match length {
        Some(Ok(length)) if length <= MOST => length,
        Some(Ok(length)) => return Err(invalid(&format!("a message of {length} bytes"))),
        Some(Err(why)) => return Ok(Some(Frame::Broken(why))),
        None => return Ok(Some(Frame::Broken("a header without Content-Length".to_owned()))),
    };
    let mut body = Vec::new();
    if input.by_ref().take(length).read_to_end(&mut body)? as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(message) => Frame::Message(message),
        Err(error) => Frame::Broken(error.to_string()),
    }))
}

/// Writes a message.
///
/// # Errors
/// What writing fails with.
pub(super) fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let mut body = json!({ "jsonrpc": "2.0" });
    for (key, value) in message.as_object().into_iter().flatten() {
        body[key] = value.clone();
    }
    let body = body.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: &[Result<Value, &str>]) {
        let mut input = bytes;
        for expected in expected {
            let frame = read(&mut input).expect("a frame").expect("one more");
            match (frame, expected) {
                (Frame::Message(found), Ok(message)) => assert_eq!(found, *message),
                (Frame::Broken(why), Err(part)) => assert!(why.contains(part), "{why}"),
                (frame, expected) => panic!("{frame:?}, expected {expected:?}"),
            }
        }
        assert_eq!(read(&mut input).expect("the end"), None);
    }

    #[test]
    fn messages_and_what_is_none() {
        check(b"", &[]);
        check(
            b"Content-Length: 2\r\n\r\n[]content-length:1\nOther: x\n\n5",
            &[Ok(json!([])), Ok(json!(5))],
        );
        check(
            b"Content-Length: 3\r\n\r\n{,}Content-Length: 4\r\n\r\ntrue",
            &[Err("key must be a string"), Ok(json!(true))],
        );
        check(
            b"nonsense\r\n\r\nContent-Length: x\r\n\r\nContent-Length: 1\r\n\r\n1",
            &[Err("without Content-Length"), Err("no length is"), Ok(json!(1))],
        );
        let deep = "[".repeat(5000);
        let deep = format!("Content-Length: 5000\r\n\r\n{deep}Content-Length: 1\r\n\r\n1");
        check(deep.as_bytes(), &[Err("recursion limit"), Ok(json!(1))]);
    }

    #[test]
    fn an_end_in_the_middle_and_no_way_on() {
        for (bytes, kind) in [
            (&b"Content-Length: 5\r\n\r\n1"[..], io::ErrorKind::UnexpectedEof),
            (b"Content-Le", io::ErrorKind::UnexpectedEof),
            (b"Content-Length: 99999999999\r\n\r\n", io::ErrorKind::InvalidData),
            (&[b'x'; 5000], io::ErrorKind::InvalidData),
        ] {
            let mut input = bytes;
            assert_eq!(read(&mut input).expect_err("no frame").kind(), kind);
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        write(&mut bytes, &json!({ "id": 1, "result": "é" })).expect("room");
        check(&bytes, &[Ok(json!({ "jsonrpc": "2.0", "id": 1, "result": "é" }))]);
    }
}
