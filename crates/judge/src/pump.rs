//! The judge's ends of a run's three pipes.
//!
//! One loop does all three, so that a program which fills its output while it should read, or reads
//! while it should write, blocks nobody but itself. Input goes in by `splice`: the pages of the file
//! are lent to the pipe and not copied. The loop ends when the program, and whoever it started, holds
//! no end of any pipe: after that there is nothing more to be read, ever.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, SpliceFlags, pipe_with, splice};

/// Bytes that one call moves.
const PIECE: usize = 64 << 10;

/// Bytes of standard error that are kept.
const KEPT_OF_STDERR: usize = 4 << 10;

/// The judge's ends.
#[derive(Debug)]
pub(crate) struct Near {
    pub(crate) stdin: OwnedFd,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

/// The program's ends.
#[derive(Debug)]
pub(crate) struct Far {
    pub(crate) stdin: OwnedFd,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

/// Three pipes. Only the near ends do not block: whether an end blocks belongs to that end, so the
/// program sees ordinary pipes.
pub(crate) fn pipes() -> Result<(Near, Far), Errno> {
    let (far_stdin, stdin) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stdout, far_stdout) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stderr, far_stderr) = pipe_with(PipeFlags::CLOEXEC)?;
    for near in [&stdin, &stdout, &stderr] {
        fcntl_setfl(near, OFlags::NONBLOCK)?;
    }
    Ok((
        Near { stdin, stdout, stderr },
        Far { stdin: far_stdin, stdout: far_stdout, stderr: far_stderr },
    ))
}

/// What came through.
#[derive(Debug, Default)]
pub(crate) struct Pumped {
    /// Bytes of standard output and error together.
    pub(crate) output_bytes: u64,
    /// Whether that is more than allowed.
    pub(crate) overflowed: bool,
    /// The beginning of standard error.
    pub(crate) stderr: Vec<u8>,
}

/// Why it stopped before the end.
#[derive(Debug)]
pub(crate) enum PumpError {
    /// The input cannot be read.
    Input(io::Error),
    /// The consumer of the output failed: the answer cannot be read.
    Consumer(io::Error),
    /// A system call failed.
    System(Errno),
    /// The deadline passed while pipes were still open.
    Deadline,
}

/// Feeds `input`, hands standard output to `consume`, and calls `overflow` once when more than
/// `limit` bytes have come. Output beyond the limit is thrown away and not consumed.
pub(crate) fn pump(
    near: Near,
    input: &File,
    limit: u64,
    deadline: Instant,
    mut consume: impl FnMut(&[u8]) -> io::Result<()>,
    mut overflow: impl FnMut(),
) -> Result<Pumped, PumpError> {
    let mut pumped = Pumped::default();
    let mut feed = Feed { input, offset: 0, splices: true };
    let mut buffer = vec![0; PIECE];
    let mut stdin = Some(near.stdin);
    let mut outputs = [Some(near.stdout), Some(near.stderr)];
    while stdin.is_some() || outputs.iter().any(Option::is_some) {
        let ready = wait(&stdin, &outputs, deadline)?;
        for (index, output) in outputs.iter_mut().enumerate().filter(|(index, _)| ready[*index]) {
            let Some(descriptor) = output else { continue };
            let length = match rustix::io::read(&*descriptor, &mut buffer) {
                Ok(length) => length,
                Err(Errno::AGAIN | Errno::INTR) => continue,
                Err(errno) => return Err(PumpError::System(errno)),
            };
            if length == 0 {
                *output = None;
                continue;
            }
            pumped.output_bytes += length as u64;
            if pumped.output_bytes > limit && !pumped.overflowed {
                pumped.overflowed = true;
                overflow();
            }
            if index == 1 {
                let room = KEPT_OF_STDERR - pumped.stderr.len();
                pumped.stderr.extend_from_slice(&buffer[..length.min(room)]);
            } else if !pumped.overflowed {
                consume(&buffer[..length]).map_err(PumpError::Consumer)?;
            }
        }
        if ready[2]
            && let Some(pipe) = &stdin
            && feed.step(pipe, &mut buffer)?
        {
            stdin = None;
        }
    }
    Ok(pumped)
}

/// Waits until something can be done; which of stdout, stderr, stdin it is.
fn wait(
    stdin: &Option<OwnedFd>,
    outputs: &[Option<OwnedFd>; 2],
    deadline: Instant,
) -> Result<[bool; 3], PumpError> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(PumpError::Deadline);
    }
    let timeout =
        Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() };
    let mut places = Vec::with_capacity(3);
    let mut polled = Vec::with_capacity(3);
    let all = [(&outputs[0], PollFlags::IN), (&outputs[1], PollFlags::IN), (stdin, PollFlags::OUT)];
    for (place, (descriptor, flags)) in all.into_iter().enumerate() {
        if let Some(descriptor) = descriptor {
            places.push(place);
            polled.push(PollFd::new(descriptor, flags));
        }
    }
    let mut ready = [false; 3];
    match poll(&mut polled, Some(&timeout)) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(errno) => return Err(PumpError::System(errno)),
    }
    for (place, polled) in places.into_iter().zip(&polled) {
        // An error or a hang-up is found out by reading or writing.
        ready[place] = !polled.revents().is_empty();
    }
    Ok(ready)
}

/// The input, and how much of it is in the pipe.
struct Feed<'a> {
    input: &'a File,
    offset: u64,
    splices: bool,
}

impl Feed<'_> {
    /// Moves as much as the pipe takes. `true` is the end: of the input, or of whoever reads it.
    fn step(&mut self, pipe: &OwnedFd, buffer: &mut [u8]) -> Result<bool, PumpError> {
        loop {
            let moved = if self.splices { self.splice(pipe) } else { self.copy(pipe, buffer)? };
            match moved {
                Ok(0) | Err(Errno::PIPE) => return Ok(true),
                Ok(_) | Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(false),
                // Some file systems cannot lend their pages.
                Err(Errno::INVAL) if self.splices => self.splices = false,
                Err(errno) if self.splices => return Err(PumpError::Input(errno.into())),
                Err(errno) => return Err(PumpError::System(errno)),
            }
        }
    }

    fn splice(&mut self, pipe: &OwnedFd) -> Result<usize, Errno> {
        splice(self.input, Some(&mut self.offset), pipe, None, PIECE, SpliceFlags::NONBLOCK)
    }

    fn copy(
        &mut self,
        pipe: &OwnedFd,
        buffer: &mut [u8],
    ) -> Result<Result<usize, Errno>, PumpError> {
        let length = match rustix::io::pread(self.input, &mut *buffer, self.offset) {
            Ok(length) => length,
            Err(errno) => return Err(PumpError::Input(errno.into())),
        };
        if length == 0 {
            return Ok(Ok(0));
        }
        let written = rustix::io::write(pipe, &buffer[..length]);
        self.offset += *written.as_ref().unwrap_or(&0) as u64;
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Seek, Write};
    use std::process::{Command, Stdio};
    use std::time::Duration;

    /// Runs a shell command, unprotected, between our pipes: what matters here is the pump.
    fn run(
        script: &str,
        input: &[u8],
        limit: u64,
        seconds: u64,
    ) -> (Result<Pumped, PumpError>, Vec<u8>, bool) {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(input).unwrap();
        file.rewind().unwrap();
        let (near, far) = pipes().unwrap();
        let mut child = Command::new("/bin/sh")
            .args(["-c", script])
            .stdin(Stdio::from(far.stdin))
            .stdout(Stdio::from(far.stdout))
            .stderr(Stdio::from(far.stderr))
            .spawn()
            .unwrap();
        let (mut output, mut overflowed) = (Vec::new(), false);
        let deadline = Instant::now() + Duration::from_secs(seconds);
        let pumped = pump(
            near,
            &file,
            limit,
            deadline,
            |piece| {
                output.extend_from_slice(piece);
                Ok(())
            },
            || overflowed = true,
        );
        if pumped.is_err() {
            child.kill().unwrap();
        }
        child.wait().unwrap();
        (pumped, output, overflowed)
    }

    #[test]
    fn everything_goes_through_both_ways_at_once() {
        let input: Vec<u8> = (0..3_000_000_u32).map(|index| (index % 251) as u8).collect();
        let (pumped, output, overflowed) = run("exec cat", &input, 3_000_000, 30);
        assert!(!overflowed && !pumped.unwrap().overflowed);
        assert!(output == input);
    }

    #[test]
    fn a_program_that_reads_nothing_ends_it() {
        let (pumped, output, _) = run("echo done; echo why >&2", &vec![0; 1 << 20], 100, 30);
        let pumped = pumped.unwrap();
        assert_eq!(output, b"done\n");
        assert_eq!((pumped.output_bytes, &pumped.stderr[..]), (9, &b"why\n"[..]));
    }

    #[test]
    fn a_program_that_closes_its_output_still_gets_its_input() {
        let mut script = tempfile::NamedTempFile::new().unwrap();
        let path = script.path().display().to_string();
        let (pumped, output, _) =
            run(&format!("exec >&- 2>&-; wc -c > {path}"), &vec![0; 1 << 20], 100, 30);
        assert_eq!((pumped.unwrap().output_bytes, output.len()), (0, 0));
        let mut counted = String::new();
        // The shell has ended, and with it what it waited for.
        script.read_to_string(&mut counted).unwrap();
        assert_eq!(counted.trim(), "1048576");
    }

    #[test]
    fn output_beyond_the_limit_is_noticed_and_thrown_away() {
        let (pumped, output, overflowed) =
            run("head -c 1000000 /dev/zero; echo x >&2", b"", 999_999, 30);
        let pumped = pumped.unwrap();
        assert!(overflowed && pumped.overflowed);
        assert_eq!(pumped.output_bytes, 1_000_002);
        assert!(output.len() <= 999_999);
        let (pumped, output, overflowed) = run("head -c 1000000 /dev/zero", b"", 1_000_000, 30);
        assert!(!overflowed && !pumped.unwrap().overflowed && output.len() == 1_000_000);
    }

    #[test]
    fn the_deadline_ends_it() {
        let (pumped, _, _) = run("exec sleep 20", b"", 1, 1);
        assert!(matches!(pumped, Err(PumpError::Deadline)));
    }
}
