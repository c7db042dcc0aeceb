//! Open files that both programs inherit: two pipes, and memory where they share some.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::sync::Arc;

use rustix::fs::{
    FallocateFlags, MemfdFlags, Mode, OFlags, SealFlags, fallocate, fchmod, fcntl_add_seals,
    fcntl_getfl, fcntl_setfl, memfd_create,
};
use rustix::pipe::fcntl_setpipe_size;

use crate::session::SessionError;
use crate::transport::Transport;

/// Bytes of the memory before the areas.
const LINES: u64 = 4096;
/// Bytes of an area, one for each direction: a message that is longer goes in parts.
const AREA: u64 = 256 << 10;
/// Bytes that an inherited pipe should hold, so that an array of 64 KiB and its header fit.
const PIPE: usize = 256 << 10;

/// All ends, and the memory.
#[derive(Debug)]
pub(crate) struct Inherited {
    /// Reading and writing end of the pipe from Main to the peer.
    down: [Arc<OwnedFd>; 2],
    /// The same of that to Main.
    up: [Arc<OwnedFd>; 2],
    memory: Option<Arc<OwnedFd>>,
}

impl Inherited {
    pub(crate) fn new(transport: Transport) -> Result<Inherited, SessionError> {
        let shares = transport.hand_over().is_some();
        let failed = |step| {
            move |source: io::Error| SessionError { step, path: PathBuf::from("memory"), source }
        };
        let pipe = || {
            let (reader, writer) = io::pipe()?;
            let (reader, writer) = (OwnedFd::from(reader), OwnedFd::from(writer));
            allow(&reader)?;
            if shares {
                // Waking somebody never waits: a full pipe wakes as well.
                let flags = fcntl_getfl(writer.as_fd())?;
                fcntl_setfl(writer.as_fd(), flags | OFlags::NONBLOCK)?;
            } else {
                // The kernel may allow less; then a long message takes more turns of the kernel.
                let _ = fcntl_setpipe_size(writer.as_fd(), PIPE);
            }
            Ok([Arc::new(reader), Arc::new(writer)])
        };
        let [down, up] = [pipe(), pipe()].map(|one| one.map_err(failed("make a pipe beside the")));
        let memory = shares.then(memory).transpose().map_err(failed("make the shared"))?;
        Ok(Inherited { down: down?, up: up?, memory: memory.map(Arc::new) })
    }

    /// What Main inherits, in the order of [`Inherited::setting`].
    pub(crate) fn of_main(&self) -> Vec<Arc<OwnedFd>> {
        self.of(&self.up[0], &self.down[1])
    }

    /// What the peer inherits, in the same order.
    pub(crate) fn of_peer(&self) -> Vec<Arc<OwnedFd>> {
        self.of(&self.down[0], &self.up[1])
    }

    fn of(&self, reader: &Arc<OwnedFd>, writer: &Arc<OwnedFd>) -> Vec<Arc<OwnedFd>> {
        [reader, writer].into_iter().chain(&self.memory).map(Arc::clone).collect()
    }

    /// How a program is told, where the first of its descriptors has this number.
    pub(crate) fn setting(transport: Transport, first: i32) -> String {
        let (input, output, memory) = (first, first + 1, first + 2);
        match transport.hand_over() {
            None => format!("fd:{input}:{output}"),
            Some(hand_over) => format!("memory:{input}:{output}:{memory}:{AREA}:{hand_over}"),
        }
    }
}

/// Some languages know files by names only, and open what they inherit once more through `/proc`: as another
/// user, in a sandbox. Who has no descriptor of it has no way there.
fn allow(file: impl AsFd) -> io::Result<()> {
    Ok(fchmod(file, Mode::from_raw_mode(0o666))?)
}

/// Memory of a size that nobody can change any more. Its pages are there and charged to the driver, so
/// that no program pays for them or is refused one.
fn memory() -> io::Result<OwnedFd> {
    let kind = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    // Kernels before 6.3 do not know that it is never to be executed.
    let file = memfd_create("sandglass-task", kind | MemfdFlags::NOEXEC_SEAL)
        .or_else(|_| memfd_create("sandglass-task", kind))?;
    let bytes = LINES + 2 * AREA;
    let file = File::from(file);
    file.set_len(bytes)?;
    fallocate(&file, FallocateFlags::empty(), 0, bytes)?;
    allow(&file)?;
    fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
    Ok(file.into())
}
