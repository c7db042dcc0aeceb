//! A request, written into the page for the launcher.

use crate::cell::RESOURCES;
use crate::page::{DATA_OFFSET, LEAVE, Page, Word};
use sandglass_sys::{Errno, Resource};
use sandglass_wire::{Executable, Run, RunFailure, Stage, Switch, Switches};

/// Writes all that the launcher is to do for `run`.
pub(crate) fn write(
    page: &Page,
    run: &Run,
    without_cgroup: bool,
    off: Switches,
) -> Result<(), RunFailure> {
    store(page, run).map_err(|errno| RunFailure {
        id: run.id,
        stage: Stage::Execute,
        errno: errno.0,
        subject: b"arguments and environment".to_vec(),
        request_at_fault: true,
    })?;
    let limits = &run.limits;
    for (index, resource) in RESOURCES.into_iter().enumerate() {
        let value = match resource {
            // A second fence, one second behind the exact timer.
            Resource::CpuSeconds => {
                limits.cpu_time.map(|time| time.div_ceil(1_000_000_000).saturating_add(1))
            }
            Resource::FileSize => limits.file_size,
            Resource::Stack => {
                limits.stack.map(|bytes| if bytes == u64::MAX { LEAVE - 1 } else { bytes })
            }
            Resource::Core => limits.core,
            Resource::Processes if without_cgroup => limits.processes,
            Resource::OpenFiles => limits.open_files,
            // The watch over what is resident comes first; this bounds what slips between two looks. Not
            // address space: a JVM, Node and GHC reserve more of that than they ever use. And wide: stacks
            // count as soon as there is a thread, and a JVM starts ten, each with the largest it may need.
            Resource::Data if without_cgroup => {
                limits.memory.map(|memory| memory.saturating_mul(16).saturating_add(1 << 30))
            }
            Resource::AddressSpace => limits.address_space,
            Resource::LockedMemory => (!off.contains(Switch::LockedMemory)).then_some(0),
            Resource::PendingSignals => (!off.contains(Switch::PendingSignals)).then_some(256),
            Resource::MessageQueues => (!off.contains(Switch::MessageQueues)).then_some(0),
            _ => None,
        };
        page.set_limit(index, value.unwrap_or(LEAVE));
    }
    Ok(())
}

fn store(page: &Page, run: &Run) -> Result<(), Errno> {
    let region = &page.0;
    let mut place = DATA_OFFSET;
    let text = |place: &mut usize, bytes: &[u8]| -> Result<u64, Errno> {
        let at = *place;
        region.store(at, bytes)?;
        region.store(at + bytes.len(), &[0])?;
        *place = at + bytes.len() + 1;
        Ok(at as u64)
    };
    let path = match &run.executable {
        Executable::Path(path) => path.as_slice(),
        Executable::Descriptor => b"",
    };
    page.set(Word::Path, text(&mut place, path)?);
    let directory = if run.directory.is_empty() { b"/" } else { run.directory.as_slice() };
    page.set(Word::Directory, text(&mut place, directory)?);
    let mut copies = Vec::new();
    for file in &run.copy_in {
        copies.push(text(&mut place, &file.path)?);
        copies.push(u64::from(file.mode));
    }
    let copy_in_count = run.copy_in.len();
    let copy_in_words = copies.len();
    for file in &run.copy_out {
        copies.extend([text(&mut place, &file.path)?, file.limit, 0, 0]);
    }
    place = place.next_multiple_of(8);
    let table = place;
    for value in &copies {
        region.store(place, &value.to_ne_bytes())?;
        place += 8;
    }
    page.set(Word::CopyInCount, copy_in_count as u64);
    page.set(Word::CopyInTable, table as u64);
    page.set(Word::Inherited, u64::from(run.inherited));
    page.set(Word::CopyOutCount, run.copy_out.len() as u64);
    page.set(Word::CopyOutTable, (table + copy_in_words * 8) as u64);
    page.set(Word::Program, place as u64);
    region.store_program(place, &run.arguments, &run.environment)?;
    Ok(())
}
