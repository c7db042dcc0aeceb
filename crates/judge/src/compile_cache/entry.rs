//! One stored compilation, as bytes.
//!
//! `MAGIC`, the key (32 bytes), the length of the head (4 bytes, little endian), the head (JSON), the
//! product, and the SHA-256 of all that.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::memory_file;
use crate::report::CompilationReport;

/// Changes whenever the meaning of an entry does.
const MAGIC: &[u8] = b"sandglass compilation 1\n";

const HASH: usize = 32;

/// What is known of a compilation beside its product.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    cpu_time_ns: u64,
    wall_time_ns: u64,
    peak_memory_bytes: u64,
    messages: String,
}

/// A compilation that succeeded.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) product: Arc<OwnedFd>,
    pub(crate) report: CompilationReport,
}

impl Stored {
    /// As it is written.
    pub(super) fn bytes(&self, key: &[u8; 32]) -> io::Result<Vec<u8>> {
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let head = serde_json::to_vec(&Head {
            cpu_time_ns: nanoseconds(self.report.cpu_time),
            wall_time_ns: nanoseconds(self.report.wall_time),
            peak_memory_bytes: self.report.peak_memory_bytes,
            messages: self.report.messages.clone(),
        })?;
        let mut bytes = [MAGIC, key, &(head.len() as u32).to_le_bytes(), &head].concat();
        // The descriptor is shared with runs; its offset is nobody's, and is left at the start.
        let mut product = File::from(self.product.try_clone()?);
        product.rewind()?;
        product.read_to_end(&mut bytes)?;
        product.rewind()?;
        let hash = Sha256::digest(&bytes);
        bytes.extend_from_slice(&hash);
        Ok(bytes)
    }

    /// From bytes that may be anything.
    pub(super) fn parse(bytes: &[u8], key: &[u8; 32]) -> Option<Stored> {
        let (content, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH)?)?;
        if Sha256::digest(content)[..] != *hash {
            return None;
        }
        let rest = content.strip_prefix(MAGIC)?.strip_prefix(&key[..])?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (head, product) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let head: Head = serde_json::from_slice(head).ok()?;
        Some(Stored {
            product: memory_file::sealed("product", product).ok()?,
            report: CompilationReport {
                cause: "exited".to_owned(),
                exit_code: Some(0),
                cpu_time: Duration::from_nanos(head.cpu_time_ns),
                wall_time: Duration::from_nanos(head.wall_time_ns),
                peak_memory_bytes: head.peak_memory_bytes,
                messages: head.messages,
                ..CompilationReport::default()
            },
        })
    }
}
