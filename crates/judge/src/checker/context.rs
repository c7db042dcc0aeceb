//! What stands around the first difference, in the output and in the answer.
//!
//! The output is gone when the difference is known, so the last bytes of what was equal are kept
//! while it streams by; the answer is a file and is read again.

use std::fs::File;
use std::io::Result;
use std::os::unix::fs::FileExt;

use serde::Serialize;

/// Bytes that are kept before and after the place.
const AROUND: usize = 1024;

/// Lines that are shown before and after the one that differs.
const LINES: u64 = 3;

/// Characters of a line that are shown.
const WIDTH: usize = 160;

/// Lines around a difference, side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Context {
    /// Of the answer.
    pub expected: Excerpt,
    /// Of the output.
    pub got: Excerpt,
}

/// Some lines of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Excerpt {
    /// Number of the first of these lines, from 1.
    pub first_line: u64,
    /// Number of the line that differs, from 1.
    pub line: u64,
    /// The lines, shortened, without what a terminal would obey.
    pub lines: Vec<String>,
}

/// The output's last bytes, and after the difference its next ones.
#[derive(Debug, Default)]
pub(crate) struct Window {
    bytes: Vec<u8>,
    /// Where in `bytes` the difference was found.
    place: Option<usize>,
    /// Whether `bytes` begins where the output begins.
    from_start: Option<bool>,
}

impl Window {
    /// Takes a piece that is equal as far as it is known.
    pub(crate) fn pass(&mut self, piece: &[u8]) {
        let from_start = self.from_start.unwrap_or(true);
        if piece.len() >= AROUND {
            self.bytes.clear();
            self.bytes.extend_from_slice(&piece[piece.len() - AROUND..]);
            self.from_start = Some(from_start && piece.len() == AROUND);
            return;
        }
        let surplus = (self.bytes.len() + piece.len()).saturating_sub(AROUND);
        self.bytes.drain(..surplus);
        self.bytes.extend_from_slice(piece);
        self.from_start = Some(from_start && surplus == 0);
    }

    /// Takes a piece in which the difference was found at this offset.
    pub(crate) fn meet(&mut self, piece: &[u8], offset: usize) {
        self.pass(&piece[..offset]);
        self.place = Some(self.bytes.len());
        self.follow(&piece[offset..]);
    }

    /// Takes what comes after the difference.
    pub(crate) fn follow(&mut self, piece: &[u8]) {
        let place = *self.place.get_or_insert(self.bytes.len());
        let room = (place + AROUND).saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&piece[..piece.len().min(room)]);
    }

    /// The lines around line `line`, where the place of the difference is on line `at`.
    pub(crate) fn excerpt(&self, line: u64, at: u64) -> Excerpt {
        let place = self.place.unwrap_or(self.bytes.len());
        excerpt(&self.bytes, place, at, line, self.from_start.unwrap_or(true))
    }
}

/// The lines of an answer around a byte of it.
pub(crate) fn of_answer(answer: &File, place: u64) -> Result<Excerpt> {
    let mut line = 1;
    let mut buffer = vec![0; 1 << 16];
    let mut read = 0;
    while read < place {
        let wanted = buffer.len().min(usize::try_from(place - read).unwrap_or(usize::MAX));
        let bytes = answer.read_at(&mut buffer[..wanted], read)?;
        if bytes == 0 {
            break;
        }
        line += newlines(&buffer[..bytes]);
        read += bytes as u64;
    }
    let start = place.saturating_sub(AROUND as u64);
    let mut around = vec![0; 2 * AROUND];
    let mut length = 0;
    while length < around.len() {
        match answer.read_at(&mut around[length..], start + length as u64)? {
            0 => break,
            bytes => length += bytes,
        }
    }
    around.truncate(length);
    let place = usize::try_from(place - start).unwrap_or(length).min(length);
    // The end of a text lies behind its last line and not on one of its own.
    let on =
        if place == length && place > 0 && around[place - 1] == b'\n' { line - 1 } else { line };
    Ok(excerpt(&around, place, line, on.max(1), start == 0))
}

fn excerpt(bytes: &[u8], place: usize, at: u64, line: u64, from_start: bool) -> Excerpt {
    let start_line = at.saturating_sub(newlines(&bytes[..place.min(bytes.len())])).max(1);
    let mut lines = Vec::new();
    let mut first_line = 0;
    let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    for (number, text) in (start_line..).zip(text.split(|&byte| byte == b'\n')) {
        let near = number + LINES >= line && number <= line + LINES;
        // The first line of the window has lost its beginning, unless it is the one that differs.
        let whole = number > start_line || from_start;
        if near && (whole || number == line) {
            if lines.is_empty() {
                first_line = number;
            }
            lines.push(readable(text, whole));
        }
    }
    Excerpt { first_line: if lines.is_empty() { line } else { first_line }, line, lines }
}

fn newlines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

fn readable(line: &[u8], whole: bool) -> String {
    let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
    let mut shown = String::from(if whole { "" } else { "…" });
    for (index, character) in text.chars().enumerate() {
        if index == WIDTH {
            shown.push('…');
            break;
        }
        let obeyed = character.is_control() && character != '\t';
        shown.push(if obeyed { '\u{fffd}' } else { character });
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn numbered(lines: std::ops::RangeInclusive<u64>) -> String {
        lines.map(|line| format!("line {line}\n")).collect()
    }

    #[test]
    fn lines_before_and_after_in_any_pieces() {
        let text = numbered(1..=1000);
        let place = text.find("line 500\n").unwrap() + 8;
        for size in [1, 7, 4096, text.len()] {
            let mut window = Window::default();
            let mut passed = 0;
            for piece in text.as_bytes().chunks(size) {
                if passed > place {
                    window.follow(piece);
                } else if passed + piece.len() > place {
                    window.meet(piece, place - passed);
                } else {
                    window.pass(piece);
                }
                passed += piece.len();
            }
            let found = window.excerpt(500, 500);
            assert_eq!((found.first_line, found.line), (497, 500), "pieces of {size}");
            assert_eq!(found.lines.len(), 7, "pieces of {size}");
            assert_eq!((&*found.lines[0], &*found.lines[6]), ("line 497", "line 503"));
        }
    }

    #[test]
    fn the_ends_of_a_text() {
        let mut window = Window::default();
        window.meet(b"1 2\n3 4\n", 3);
        let found = window.excerpt(1, 1);
        assert_eq!(
            (found.first_line, &found.lines[..]),
            (1, &["1 2".to_owned(), "3 4".into()][..])
        );
        let empty = Window::default().excerpt(1, 1);
        assert_eq!((empty.first_line, empty.lines), (1, vec![String::new()]));
    }

    #[test]
    fn an_answer_is_read_again() {
        let mut file = tempfile::tempfile().unwrap();
        let text = numbered(1..=100_000);
        file.write_all(text.as_bytes()).unwrap();
        let place = text.find("line 70000\n").unwrap() as u64 + 10;
        let found = of_answer(&file, place).unwrap();
        assert_eq!((found.first_line, found.line), (69_997, 70_000));
        assert_eq!(found.lines[3], "line 70000");
        let end = of_answer(&file, text.len() as u64).unwrap();
        assert_eq!((end.line, end.lines.last().unwrap().as_str()), (100_000, "line 100000"));
    }

    #[test]
    fn long_lines_are_cut_and_nothing_is_obeyed() {
        let mut window = Window::default();
        window.meet(format!("\u{1b}[2J{}\n", "x".repeat(5000)).as_bytes(), 5004);
        let found = window.excerpt(1, 1);
        assert!(found.lines[0].starts_with('…') && found.lines[0].ends_with('…'));
        assert!(found.lines[0].chars().count() <= WIDTH + 2);
        let mut window = Window::default();
        window.meet(b"\x1b[2J\n", 4);
        assert_eq!(window.excerpt(1, 1).lines, ["\u{fffd}[2J"]);
    }
}
