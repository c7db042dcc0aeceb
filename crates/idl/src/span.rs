//! Places in a source text.

use serde::Serialize;

/// Bytes `start..end` of a source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes `start..end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start, end: end.max(start) }
    }

    /// The smallest span with both in it.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether a byte, or the place right after the last, lies in it.
    pub fn touches(self, offset: usize) -> bool {
        self.start <= offset && offset <= self.end
    }
}

/// Where the lines of a text begin, to turn bytes into lines and columns and back.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
    length: usize,
}

impl LineIndex {
    /// Reads a text once.
    pub fn new(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        // Editors know three ends of a line: "\n", "\r\n" and "\r".
        let ends = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let after = (0..bytes.len()).filter(ends).map(|at| at + 1);
        LineIndex { starts: std::iter::once(0).chain(after).collect(), length: text.len() }
    }

    /// Line and column in characters of a byte of `text`, both from 1.
    pub fn line_column(&self, text: &str, offset: usize) -> (usize, usize) {
        let (line, start) = self.line(offset);
        let end = floor(text, offset.min(self.length));
        (line + 1, text[start..end].chars().count() + 1)
    }

    /// Line and column in UTF-16 units of a byte of `text`, both from 0: what editors count in.
    pub fn utf16(&self, text: &str, offset: usize) -> (u32, u32) {
        let (line, start) = self.line(offset);
        let end = floor(text, offset.min(self.length));
        let units: usize = text[start..end].chars().map(char::len_utf16).sum();
        (line as u32, units as u32)
    }

    /// The byte at a line and a column in UTF-16 units; the nearest one where there is none.
    pub fn offset(&self, text: &str, line: u32, units: u32) -> usize {
        let Some(&start) = self.starts.get(line as usize) else { return self.length };
        let end = self.starts.get(line as usize + 1).map_or(self.length, |&next| next);
        // The end of a line is no place in it.
        let end = start + text[start..end].trim_end_matches(['\r', '\n']).len();
        let mut seen = 0;
        for (at, character) in text[start..end].char_indices() {
            if seen >= units {
                return start + at;
            }
            seen += character.len_utf16() as u32;
        }
        end
    }

    fn line(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        (line, self.starts[line])
    }
}

/// The last boundary of a character that is not after `offset`.
fn floor(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_people_and_as_editors_count() {
        let text = "a\né𝄞x\n";
        let index = LineIndex::new(text);
        let at = text.find('x').unwrap_or_default();
        assert_eq!(index.line_column(text, at), (2, 3));
        assert_eq!(index.utf16(text, at), (1, 3));
        assert_eq!(index.offset(text, 1, 3), at);
        assert_eq!(index.offset(text, 1, 99), at + 1);
        assert_eq!(index.offset(text, 99, 0), text.len());
    }

    #[test]
    fn lines_end_in_three_ways() {
        let text = "a\r\nb\rc\n\nd";
        let index = LineIndex::new(text);
        let starts: Vec<usize> = (0..5).map(|line| index.offset(text, line, 0)).collect();
        assert_eq!(starts, [0, 3, 5, 7, 8]);
        let ends: Vec<usize> = (0..5).map(|line| index.offset(text, line, 99)).collect();
        assert_eq!(ends, [1, 4, 6, 7, 9]);
    }
}
