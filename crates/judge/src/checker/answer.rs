//! The answer file, byte by byte.

use std::fs::File;
use std::io::{BufRead, BufReader, Result};

/// Reads ahead of a comparison.
#[derive(Debug)]
pub(crate) struct Answer {
    reader: BufReader<File>,
    position: u64,
}

impl Answer {
    pub(crate) fn new(file: File) -> Answer {
        Answer { reader: BufReader::with_capacity(1 << 16, file), position: 0 }
    }

    /// The next byte, or `None` at the end.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Option<u8>> {
        Ok(self.reader.fill_buf()?.first().copied())
    }

    /// What can be looked at without reading; empty only at the end.
    pub(crate) fn buffered(&mut self) -> Result<&[u8]> {
        self.reader.fill_buf()
    }

    /// Goes on behind bytes that were looked at.
    #[inline]
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.reader.consume(bytes);
        self.position += bytes as u64;
    }

    /// Bytes that are behind.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    /// The file, to be read at other places.
    pub(crate) fn file(&self) -> &File {
        self.reader.get_ref()
    }

    /// Goes on to the next byte that is no white space.
    pub(crate) fn skip_space(&mut self) -> Result<()> {
        while self.peek()?.is_some_and(is_space) {
            self.advance(1);
        }
        Ok(())
    }
}

/// White space of the format: space, form feed, line feed, carriage return, both tabs.
#[inline]
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 0x09..=0x0d)
}
