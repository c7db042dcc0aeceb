//! Bytes to values and back, bounded.

use core::fmt;
use sandglass_sys::Errno;

/// Why bytes are not a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes end inside `field`.
    Short {
        /// The field.
        field: &'static str,
    },
    /// `field` holds a value that it may not.
    Value {
        /// The field.
        field: &'static str,
        /// The value.
        value: u64,
    },
    /// `count` bytes follow the last field.
    Trailing {
        /// How many.
        count: usize,
    },
    /// A string holds a NUL byte.
    Nul {
        /// The field.
        field: &'static str,
    },
    /// The message names more descriptors than came with it, or fewer.
    Descriptors {
        /// How many it names.
        named: usize,
        /// How many came.
        came: usize,
    },
    /// The file that is to hold the message cannot be read at an offset.
    Unreadable {
        /// The kernel's error.
        errno: Errno,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Short { field } => write!(formatter, "message ends inside {field}"),
            DecodeError::Value { field, value } => {
                write!(formatter, "{field} has the invalid value {value}")
            }
            DecodeError::Trailing { count } => {
                write!(formatter, "{count} bytes follow the end of the message")
            }
            DecodeError::Nul { field } => write!(formatter, "{field} contains a NUL byte"),
            DecodeError::Descriptors { named, came } => {
                write!(formatter, "message names {named} descriptors and brought {came}")
            }
            DecodeError::Unreadable { errno } => {
                write!(formatter, "the message's file cannot be read: {errno}")
            }
        }
    }
}

impl std::error::Error for DecodeError {}

/// Builds a message.
#[derive(Debug, Default)]
pub struct Writer {
    /// What was written.
    pub bytes: Vec<u8>,
}

impl Writer {
    /// An empty message of `kind`.
    pub fn new(kind: u8) -> Self {
        Writer { bytes: vec![kind] }
    }

    /// One byte.
    pub fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// Four bytes.
    pub fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// Eight bytes.
    pub fn u64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) {
        self.u8(u8::from(value));
    }

    /// An optional number.
    pub fn option(&mut self, value: Option<u64>) {
        self.bool(value.is_some());
        if let Some(value) = value {
            self.u64(value);
        }
    }

    /// Bytes with their length.
    pub fn bytes(&mut self, value: &[u8]) {
        self.u32(value.len() as u32);
        self.bytes.extend_from_slice(value);
    }

    /// A list with its length.
    pub fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.u32(items.len() as u32);
        for item in items {
            each(self, item);
        }
    }
}

/// Takes a message apart.
#[derive(Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

type Decoded<T> = Result<T, DecodeError>;

impl<'a> Reader<'a> {
    /// Reads `bytes` from their start.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { rest: bytes }
    }

    fn take(&mut self, count: usize, field: &'static str) -> Decoded<&'a [u8]> {
        let (taken, rest) =
            self.rest.split_at_checked(count).ok_or(DecodeError::Short { field })?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self, count: usize, field: &'static str) -> Decoded<u64> {
        let mut value = [0u8; 8];
        value[..count].copy_from_slice(self.take(count, field)?);
        Ok(u64::from_le_bytes(value))
    }

    /// One byte.
    pub fn u8(&mut self, field: &'static str) -> Decoded<u8> {
        Ok(self.number(1, field)? as u8)
    }

    /// Four bytes.
    pub fn u32(&mut self, field: &'static str) -> Decoded<u32> {
        Ok(self.number(4, field)? as u32)
    }

    /// Eight bytes.
    pub fn u64(&mut self, field: &'static str) -> Decoded<u64> {
        self.number(8, field)
    }

    /// A truth value: 0 or 1.
    pub fn bool(&mut self, field: &'static str) -> Decoded<bool> {
        match self.u8(field)? {
            0 => Ok(false),
            1 => Ok(true),
            value => Err(DecodeError::Value { field, value: value.into() }),
        }
    }

    /// An optional number.
    pub fn option(&mut self, field: &'static str) -> Decoded<Option<u64>> {
        Ok(if self.bool(field)? { Some(self.u64(field)?) } else { None })
    }

    /// Bytes with their length.
    pub fn bytes(&mut self, field: &'static str) -> Decoded<&'a [u8]> {
        let length = self.u32(field)? as usize;
        self.take(length, field)
    }

    /// Bytes with their length, which must hold no NUL.
    pub fn text(&mut self, field: &'static str) -> Decoded<Vec<u8>> {
        let bytes = self.bytes(field)?;
        if bytes.contains(&0) {
            return Err(DecodeError::Nul { field });
        }
        Ok(bytes.to_vec())
    }

    /// A list with its length. An item takes at least one byte, so a length is bounded by the message.
    pub fn list<T>(
        &mut self,
        field: &'static str,
        mut each: impl FnMut(&mut Self) -> Decoded<T>,
    ) -> Decoded<Vec<T>> {
        let count = self.u32(field)? as usize;
        if count > self.rest.len() {
            return Err(DecodeError::Short { field });
        }
        let mut items = Vec::with_capacity(count.min(1024));
        for _ in 0..count {
            items.push(each(self)?);
        }
        Ok(items)
    }

    /// Checks that nothing is left.
    pub fn end(self) -> Decoded<()> {
        match self.rest.len() {
            0 => Ok(()),
            count => Err(DecodeError::Trailing { count }),
        }
    }
}
