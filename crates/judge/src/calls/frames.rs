//! Frames, cut out of what went through a pipe (docs/idl/protocol.md, Frames).

use std::time::Duration;

/// Bytes of a frame before its payload.
pub(super) const HEADER: usize = 16;

/// Payloads that are longer are not kept: no program of ours sends one.
const LONGEST: usize = 256 << 20;

/// What was seen between Main and a peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// When its last byte passed, from the start.
    pub at: Duration,
    /// Which peer, by its place.
    pub peer: usize,
    /// Whether Main sent it.
    pub from_main: bool,
    /// What it was.
    pub what: What,
}

/// What passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A frame.
    Frame(Frame),
    /// Bytes that are none; nothing after them is cut any more. How many were there.
    Broken(usize),
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its place among the frames of both directions.
    pub sequence: u32,
    /// 1 hello, 2 call, 3 reply, 4 bye.
    pub kind: u8,
    /// 0 from Main, 1 to Main.
    pub direction: u8,
    /// The function, by its place in the interface that implements it.
    pub function: u16,
    /// The session key.
    pub key: u32,
    /// Values.
    pub payload: Vec<u8>,
}

impl Frame {
    /// The bytes of it.
    pub fn bytes(&self) -> Vec<u8> {
        let length = u32::try_from(self.payload.len()).unwrap_or(u32::MAX);
        let mut bytes = Vec::with_capacity(HEADER + self.payload.len());
        bytes.extend(length.to_le_bytes());
        bytes.extend(self.sequence.to_le_bytes());
        bytes.extend([self.kind, self.direction]);
        bytes.extend(self.function.to_le_bytes());
        bytes.extend(self.key.to_le_bytes());
        bytes.extend(&self.payload);
        bytes
    }
}

/// Cuts one direction.
#[derive(Debug, Default)]
pub struct Cutter {
    bytes: Vec<u8>,
    broken: bool,
}

impl Cutter {
    /// Takes bytes in, and gives the frames that they complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<What> {
        let mut cut = Vec::new();
        if self.broken {
            return cut;
        }
        self.bytes.extend_from_slice(bytes);
        let mut start = 0;
        while let Some(header) = self.bytes[start..].first_chunk::<HEADER>() {
            let length = number(&header[0..4]) as usize;
            if length > LONGEST || !(1..=4).contains(&header[8]) || header[9] > 1 {
                self.broken = true;
                cut.push(What::Broken(self.bytes.len() - start));
                break;
            }
            let end = start + HEADER + length;
            let Some(payload) = self.bytes.get(start + HEADER..end) else { break };
            cut.push(What::Frame(Frame {
                sequence: number(&header[4..8]),
                kind: header[8],
                direction: header[9],
                function: number(&header[10..12]) as u16,
                key: number(&header[12..16]),
                payload: payload.to_vec(),
            }));
            start = end;
        }
        self.bytes.drain(..start);
        if self.broken {
            self.bytes = Vec::new();
        }
        cut
    }

    /// Bytes that are no whole frame yet.
    pub fn rest(&self) -> usize {
        self.bytes.len()
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_cut_wherever_the_bytes_are_divided() {
        let frame = |sequence, payload: &[u8]| Frame {
            sequence,
            kind: 2,
            direction: 1,
            function: 300,
            key: 0xfeed,
            payload: payload.to_vec(),
        };
        let frames = [frame(0, b""), frame(1, b"abc"), frame(2, &[7; 100])];
        let bytes: Vec<u8> = frames.iter().flat_map(Frame::bytes).collect();
        for piece in [1, 5, 16, 17, 1000] {
            let mut cutter = Cutter::default();
            let cut: Vec<What> = bytes.chunks(piece).flat_map(|piece| cutter.feed(piece)).collect();
            assert_eq!(cut, frames.clone().map(What::Frame), "{piece}");
            assert_eq!(cutter.rest(), 0);
        }
    }

    #[test]
    fn what_is_no_frame_ends_the_cutting() {
        let mut cutter = Cutter::default();
        assert_eq!(cutter.feed(&[9; 20]), [What::Broken(20)]);
        assert_eq!(cutter.feed(&[0; 64]), []);
        let mut cutter = Cutter::default();
        assert_eq!(cutter.feed(&[0; 15]), []);
        assert_eq!(cutter.rest(), 15);
    }
}
