//! As much of HTTP/1.1 as it takes to ask go-judge on this machine for a run.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A connection that is kept open from request to request.
#[derive(Debug)]
pub(super) struct Connection {
    stream: BufReader<TcpStream>,
    head: String,
}

/// Status code and body.
pub(super) type Response = (u16, Vec<u8>);

impl Connection {
    /// Connects; every request carries `token` as its bearer. Reads give up after `patience`.
    pub(super) fn open(address: SocketAddr, token: &str, patience: Duration) -> io::Result<Self> {
        let stream = TcpStream::connect_timeout(&address, patience)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(patience))?;
        let head = format!(
            "Host: {address}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\n"
        );
        Ok(Self { stream: BufReader::new(stream), head })
    }

    /// Posts a JSON body and reads the answer to its end.
    pub(super) fn post(&mut self, path: &str, body: &str) -> io::Result<Response> {
        let request = format!(
            "POST {path} HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{body}",
            self.head,
            body.len()
        );
        // One write: a request in two packets would wait for the first one's acknowledgement.
        self.stream.get_mut().write_all(request.as_bytes())?;
        read_response(&mut self.stream)
    }
}

fn read_response(stream: &mut impl BufRead) -> io::Result<Response> {
    let status = line(stream)?;
    let code = status
        .strip_prefix("HTTP/1.1 ")
        .and_then(|rest| rest.get(..3)?.parse().ok())
        .ok_or_else(|| io::Error::other(format!("not an HTTP status: {status:?}")))?;
    let (mut length, mut chunked) = (0, false);
    loop {
        let header = line(stream)?.to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().map_err(io::Error::other)?;
        } else if let Some(value) = header.strip_prefix("transfer-encoding:") {
            chunked = value.trim() == "chunked";
        }
    }
    let mut body = Vec::new();
    if !chunked {
        read_exactly(stream, length, &mut body)?;
        return Ok((code, body));
    }
    loop {
        let size = line(stream)?;
        let digits = size.split(';').next().unwrap_or_default().trim();
        let size = u64::from_str_radix(digits, 16).map_err(io::Error::other)?;
        read_exactly(stream, size, &mut body)?;
        // The line break after a chunk; after the last one, the (empty) trailer.
        line(stream)?;
        if size == 0 {
            return Ok((code, body));
        }
    }
}

fn read_exactly(stream: &mut impl BufRead, length: u64, body: &mut Vec<u8>) -> io::Result<()> {
    match stream.by_ref().take(length).read_to_end(body)? as u64 == length {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// A line without its end.
fn line(stream: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(u16, &str)>) {
        let response = read_response(&mut text.as_bytes()).ok();
        let response =
            response.map(|(code, body)| (code, String::from_utf8_lossy(&body).into_owned()));
        let expected = expected.map(|(code, body)| (code, body.to_owned()));
        assert_eq!(response, expected, "{text:?}");
    }

    #[test]
    fn reads_both_ways_of_framing_a_body() {
        check("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]rest", Some((200, "[]")));
        check(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n1;x=y\r\nd\r\n0\r\n\r\n",
            Some((200, "abcd")),
        );
        check("HTTP/1.1 204 No Content\r\n\r\n", Some((204, "")));
    }

    #[test]
    fn a_broken_answer_is_an_error() {
        check("", None);
        check("SSH-2.0\r\n", None);
        check("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n[]", None);
        check("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", None);
    }
}
