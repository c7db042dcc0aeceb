//! The init process of a cell.

use super::{CELL_STEP, CellPlan, DONE, TEMPLATE_STEP, await_word, give_up, launcher};
use crate::page::{Page, Word};
use crate::processors;
use crate::tree;
use sandglass_sys::{
    self as sys, ChildStack, CloneFlags, Errno, Exit, FileKind, Namespaces, OpenHow,
};
use sandglass_wire::{Network, Stage, Switch};
use std::convert::Infallible;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::sync::atomic::Ordering;
pub(super) fn init(plan: &CellPlan, stack: &mut ChildStack) -> Infallible {
    let must = |stage, result: Result<(), Errno>| {
        if let Err(errno) = result {
            give_up(plan, stage, errno, 0);
        }
    };
    must(Stage::Privilege, sys::set_death_signal());
    // A supervisor that died before has left its end to us alone: closed, it tells.
    sys::close_raw(plan.far_end);
    sys::set_name(c"sandglass-init");
    // The C library has handlers for the last two since the supervisor has threads; process 1 is safe from
    // its own namespace's signals only where it has none. The first is ignored by the supervisor alone.
    for signal in [sys::SIGPIPE, 32, 33] {
        must(Stage::Privilege, sys::default_signal(signal));
    }
    if plan.fresh_user {
        // The supervisor writes our maps; only of a dumpable process may it open them.
        must(Stage::Privilege, sys::set_dumpable(true));
        await_word(plan, Word::MapsWritten);
        if !plan.off.contains(Switch::Capabilities) {
            must(Stage::Privilege, sys::drop_bounding_set());
            must(Stage::Privilege, sys::lock_secure_bits());
        }
    }
    must(Stage::Privilege, sys::set_dumpable(plan.off.contains(Switch::Dumpable)));
    if !plan.off.contains(Switch::DescriptorHygiene) {
        let mut keep = [plan.socket, plan.run_directory.unwrap_or(plan.socket)];
        keep.sort_unstable();
        sys::close_all_except(&keep);
    }
    if plan.fresh_keyring {
        must(Stage::Privilege, sys::join_new_session_keyring());
    }
    if !plan.off.contains(Switch::Session) {
        must(Stage::Privilege, sys::start_process_group());
    }
    if let Some(name) = &plan.host_name {
        must(Stage::Namespace, sys::set_host_name(name));
        must(Stage::Namespace, sys::set_domain_name(b""));
    }
    if plan.network == Network::Loopback && plan.namespaces.contains(Namespaces::NETWORK) {
        must(Stage::Namespace, sys::bring_loopback_up());
    }
    build_tree(plan);
    if !plan.cpus.is_empty() {
        must(Stage::Processors, processors::pin(&plan.cpus));
    }
    let flags = CloneFlags {
        namespaces: Namespaces::NONE,
        into_cgroup: plan.run_directory.map(sys::borrow_raw),
        want_descriptor: false,
    };
    sys::clone_sharing_memory(flags, stack, plan, launcher::launch, |launcher| {
        watch(plan, launcher)
    })
}

fn build_tree(plan: &CellPlan) {
    if plan.tree.host {
        return;
    }
    if plan.tree.whole
        && let Err((step, errno)) = plan.tree.build_root()
    {
        give_up(plan, Stage::Mount, errno, TEMPLATE_STEP + step.min(CELL_STEP - 1));
    }
    if plan.tree.cell.is_empty() {
        return;
    }
    let root = match sys::open(None, c"/", OpenHow::PATH) {
        Ok(root) => root,
        Err(errno) => give_up(plan, Stage::Mount, errno, 0),
    };
    if let Err((step, errno)) = tree::take(&plan.tree.cell, root.as_fd()) {
        give_up(plan, Stage::Mount, errno, CELL_STEP + step);
    }
    sys::close_raw(root.as_raw_fd());
    std::mem::forget(root);
}

/// The init process after the launcher is made.
fn watch(plan: &CellPlan, launcher: Result<i32, Errno>) -> Infallible {
    let page = &plan.page;
    let launcher = match launcher {
        Ok(launcher) => launcher,
        Err(errno) => give_up(plan, Stage::CloneTracee, errno, 0),
    };
    if let Some(directory) = plan.run_directory {
        sys::close_raw(directory);
    }
    if let Err(errno) = sys::drop_capabilities() {
        give_up(plan, Stage::Privilege, errno, 0);
    }
    if !plan.off.contains(Switch::NoNewPrivileges)
        && let Err(errno) = sys::install_filter(&plan.guard, false)
    {
        give_up(plan, Stage::Privilege, errno, 0);
    }
    page.announce(Word::Guarded);
    loop {
        match sys::wait_any_child(true) {
            Ok(Some(child)) if child.process == launcher => {
                page.set(Word::Ended, sys::monotonic_nanoseconds());
                let (kind, value) = match child.exit {
                    Exit::Code(code) => (1, code),
                    Exit::Signal(signal) => (2, signal),
                };
                page.set(Word::ExitValue, value as u64);
                page.set(Word::ExitKind, kind);
                break;
            }
            Ok(_) => {}
            Err(errno) => give_up(plan, Stage::Wait, errno, 0),
        }
    }
    loop {
        match sys::wait_any_child(false) {
            Err(Errno::ECHILD) => break,
            Ok(Some(_)) => {}
            _ => {
                // The program has ended; what it left behind ends with it.
                let _ = sys::kill_everything_visible();
                let _ = sys::wait_any_child(true);
            }
        }
    }
    if let Ok(usage) = sys::usage_of_self(true) {
        page.set(Word::UserTime, usage.user_microseconds);
        page.set(Word::SystemTime, usage.system_microseconds);
        page.set(Word::PeakResident, usage.peak_resident_bytes);
        page.set(Word::MinorFaults, usage.minor_faults);
        page.set(Word::MajorFaults, usage.major_faults);
        page.set(Word::VoluntarySwitches, usage.voluntary_switches);
        page.set(Word::InvoluntarySwitches, usage.involuntary_switches);
    }
    let mut handed_out = [-1; sys::MAX_DESCRIPTORS];
    let count = hand_out(page, &mut handed_out);
    let socket = sys::borrow_raw(plan.socket);
    let _ = sys::send(socket, &[&[DONE]], &handed_out[..count], true);
    // Ends when the supervisor closes its end or kills us.
    let _ = sys::receive(socket, &mut [0; 1], true);
    sys::exit(0)
}

/// Opens the files to hand out, through no link, regular and small enough.
fn hand_out(page: &Page, descriptors: &mut [RawFd]) -> usize {
    let files = page.get(Word::CopyOutCount) as usize;
    if files == 0 {
        return 0;
    }
    let table = page.get(Word::CopyOutTable) as usize / 8;
    let word = |index: usize| page.0.word(table + index);
    let root = sys::open(None, c"/", OpenHow::PATH);
    let mut count = 0;
    for file in 0..files {
        let path = page.0.text(word(file * 4).load(Ordering::Acquire) as usize);
        let limit = word(file * 4 + 1).load(Ordering::Acquire);
        let opened = root.as_ref().map_err(|&errno| errno).and_then(|root| {
            let how = OpenHow::READ.nonblocking().no_follow();
            let file = sys::open_beneath(root.as_fd(), path, how, false)?;
            let status = sys::status(file.as_fd())?;
            match status.kind {
                FileKind::Regular if status.length <= limit => Ok((file, status.length)),
                FileKind::Regular => Err(Errno::EFBIG),
                FileKind::Directory => Err(Errno::EISDIR),
                _ => Err(Errno::EOPNOTSUPP),
            }
        });
        let (errno, length) = match opened {
            Ok((file, length)) if count < descriptors.len() => {
                descriptors[count] = file.as_raw_fd();
                count += 1;
                std::mem::forget(file);
                (0, length)
            }
            Ok(_) => (Errno::EMFILE.0, 0),
            Err(errno) => (errno.0, 0),
        };
        word(file * 4 + 2).store(errno as u64, Ordering::Release);
        word(file * 4 + 3).store(length, Ordering::Release);
    }
    std::mem::forget(root);
    count
}
