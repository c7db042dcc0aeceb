//! The standard streams and other descriptors of a run.

use crate::pump::Pump;
use sandglass_sys::{self as sys, Errno, OpenHow};
use sandglass_wire::{Executable, Output, Run};
use std::os::fd::OwnedFd;

/// The standard streams and other descriptors of a run.
pub(super) struct Streams {
    pub(super) bits: u64,
    pub(super) handed: Vec<OwnedFd>,
    pub(super) pumps: Vec<(usize, Pump)>,
}

impl Streams {
    pub(super) fn new(run: &Run, descriptors: Vec<OwnedFd>) -> Result<Streams, Errno> {
        let mut given = descriptors.into_iter();
        let mut next = || given.next().ok_or(Errno::EBADF);
        let null = |how| sys::open(None, c"/dev/null", how);
        let mut streams = Streams { bits: 0b111, handed: Vec::new(), pumps: Vec::new() };
        streams.handed.push(if run.stdin { next()? } else { null(OpenHow::READ)? });
        for (stream, output) in [(1, run.stdout), (2, run.stderr)] {
            let counted = run.limits.output.is_some();
            let target = match output {
                Output::Null => Some(null(OpenHow::WRITE)?),
                Output::Descriptor => Some(next()?),
                Output::Capture(_) => None,
            };
            match (target, output) {
                (Some(target), output) if !counted || output == Output::Null => {
                    streams.handed.push(target);
                }
                (target, output) => {
                    let (reader, writer) = sys::make_pipe()?;
                    let pump = match (target, output) {
                        (None, Output::Capture(keep)) => {
                            Pump::to_memory(reader, null(OpenHow::WRITE)?, keep)?
                        }
                        (Some(target), _) => Pump::to_descriptor(reader, target)?,
                        (None, _) => return Err(Errno::EINVAL),
                    };
                    streams.handed.push(writer);
                    streams.pumps.push((stream, pump));
                }
            }
        }
        if run.executable == Executable::Descriptor {
            streams.handed.push(next()?);
            streams.bits |= 8;
        }
        streams.handed.extend(given);
        Ok(streams)
    }
}
