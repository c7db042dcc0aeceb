//! The launcher of a cell.

use super::{CellPlan, GO, READY, RESOURCES, await_word, give_up};
use crate::page::{LEAVE, Word};
use sandglass_sys::{self as sys, Errno, LandlockAccess, Namespaces, OpenHow};
use sandglass_wire::{FIRST_INHERITED, Network, Stage, Switch};
use std::convert::Infallible;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::sync::atomic::Ordering;
/// The launcher, from its first instruction to the exec.
pub(super) fn launch(plan: &CellPlan) -> Infallible {
    let must = |stage, result: Result<(), Errno>| {
        if let Err(errno) = result {
            give_up(plan, stage, errno, 0);
        }
    };
    if !plan.off.contains(Switch::Session) {
        must(
            Stage::Privilege,
            if plan.own_session { sys::start_session() } else { sys::start_process_group() },
        );
    }
    sys::set_name(c"sandglass-ready");
    if plan.run_directory.is_some() {
        must(Stage::Namespace, sys::unshare(Namespaces::CGROUP));
    }
    // Of itself it may count; the supervisor may not, because the init process is not dumpable.
    let counter = plan.counter.and_then(|software| sys::count_instructions(0, software).ok());
    let counter = counter.map(|owner| {
        let raw = owner.as_raw_fd();
        std::mem::forget(owner);
        raw
    });
    if plan.core_scheduling {
        let answer = sys::make_core_scheduling_cookie().map_or_else(|errno| errno.0, |()| 0);
        plan.page.set(Word::CoreScheduling, answer as u64 + 1);
    }
    let _ = sys::set_slice(0);
    sys::set_timer_slack(50_000);
    let ruleset = (plan.landlock > 0).then(|| match wall(plan) {
        Ok(ruleset) => ruleset,
        Err(errno) => give_up(plan, Stage::Landlock, errno, 0),
    });
    let ruleset = ruleset.map(|owner| {
        let raw = owner.as_raw_fd();
        std::mem::forget(owner);
        raw
    });
    if let (Some(ruleset), false) = (ruleset, plan.by_descriptor) {
        must(Stage::Landlock, sys::landlock_restrict_self(sys::borrow_raw(ruleset)));
    }
    if plan.off.contains(Switch::Capabilities) {
        must(Stage::Privilege, sys::make_capabilities_ambient());
    } else if !plan.off.contains(Switch::NoNewPrivileges) {
        must(Stage::Privilege, sys::drop_capabilities());
    }
    // Otherwise the exec drops them, of no use to a user that is not 0: a filter without
    // `no_new_privs` is for those who have a capability.
    let mut attached = [-1; 2];
    let mut count = 0;
    // No program starts beside a process 1 that still has something to lose.
    await_word(plan, Word::Guarded);
    if let Some((program, wants_listener)) = &plan.policy {
        match sys::install_filter(program, *wants_listener) {
            Ok(Some(descriptor)) => {
                attached[0] = descriptor.as_raw_fd();
                count = 1;
                plan.page.set(Word::Attached, 1);
                std::mem::forget(descriptor);
            }
            Ok(None) => {}
            Err(errno) => give_up(plan, Stage::Policy, errno, 0),
        }
    }
    if let Some(counter) = counter {
        attached[count] = counter;
        count += 1;
        plan.page.set(Word::Attached, plan.page.get(Word::Attached) | 2);
    }
    let socket = sys::borrow_raw(plan.socket);
    if let Err(errno) = sys::send(socket, &[&[READY]], &attached[..count], true) {
        give_up(plan, Stage::Policy, errno, 0);
    }
    for &raw in &attached[..count] {
        sys::close_raw(raw);
    }
    let mut byte = [0; 1];
    match sys::receive(socket, &mut byte, true) {
        Ok(order) if order.length == 1 && byte[0] == GO => {
            go(plan, &order.descriptors[..order.descriptor_count], ruleset)
        }
        Ok(_) => sys::exit(122),
        Err(errno) => give_up(plan, Stage::Policy, errno, 0),
    }
}

/// The Landlock ruleset: all beneath the root, which shows no more than the view.
fn wall(plan: &CellPlan) -> Result<OwnedFd, Errno> {
    let ruleset = sys::landlock_create(plan.landlock, plan.network == Network::None)?;
    let root = sys::open(None, c"/", OpenHow::PATH)?;
    sys::landlock_add_path(
        ruleset.as_fd(),
        root.as_fd(),
        LandlockAccess::all_files(plan.landlock),
    )?;
    sys::close_raw(root.as_raw_fd());
    std::mem::forget(root);
    Ok(ruleset)
}

/// Carries out the order, in the order that the kernel and the limits force.
fn go(plan: &CellPlan, descriptors: &[RawFd], ruleset: Option<RawFd>) -> ! {
    let page = &plan.page;
    let fail = |stage, errno, subject| give_up(plan, stage, errno, subject);
    let mut next = descriptors.iter().copied();
    let streams = page.get(Word::Streams);
    for stream in 0..3 {
        if streams & (1 << stream) != 0 {
            let Some(raw) = next.next() else { fail(Stage::Streams, Errno::EBADF, 0) };
            if let Err(errno) = sys::duplicate_to(sys::borrow_raw(raw), stream) {
                fail(Stage::Streams, errno, 0);
            }
        }
    }
    let executable = if streams & 8 != 0 { next.next() } else { None };
    copy_in(plan, &mut next);
    inherit(plan, &mut next);
    if let Some(ruleset) = ruleset
        && plan.by_descriptor
    {
        let ruleset = sys::borrow_raw(ruleset);
        if let Some(executable) = executable
            && let Err(errno) = sys::landlock_add_path(
                ruleset,
                sys::borrow_raw(executable),
                LandlockAccess::EXECUTE_FILE,
            )
            // A memory file is on no mount that a path leads to: no rule can name it, none is needed.
            && errno != Errno::EBADFD
        {
            fail(Stage::Landlock, errno, 0);
        }
        if let Err(errno) = sys::landlock_restrict_self(ruleset) {
            fail(Stage::Landlock, errno, 0);
        }
    }
    let directory = page.get(Word::Directory) as usize;
    if let Err(errno) = sys::change_directory(page.0.text(directory)) {
        fail(Stage::Directory, errno, directory);
    }
    for (index, resource) in RESOURCES.into_iter().enumerate() {
        let value = page.limit(index);
        if value != LEAVE {
            let value = if value == LEAVE - 1 { u64::MAX } else { value };
            match sys::set_limit(resource, value) {
                // A hard limit may be lowered and not raised: then the host's own is the stricter.
                Ok(()) | Err(Errno::EPERM) => {}
                Err(errno) => fail(Stage::ProcessLimit, errno, 0),
            }
        }
    }
    if let Ok(usage) = sys::usage_of_self(false) {
        page.set(Word::UserAtStart, usage.user_microseconds);
        page.set(Word::SystemAtStart, usage.system_microseconds);
    }
    page.set(Word::CpuAtStart, sys::thread_cpu_nanoseconds());
    page.set(Word::Started, sys::monotonic_nanoseconds());
    let path = page.get(Word::Path) as usize;
    let (descriptor, text) = match executable {
        Some(raw) => (Some(sys::borrow_raw(raw)), c""),
        None => (None, page.0.text(path)),
    };
    let errno = page.0.execute_program(page.get(Word::Program) as usize, descriptor, text);
    fail(Stage::Execute, errno, path)
}

/// Gives inherited descriptors their numbers. All that came has smaller ones, so nothing is overwritten.
fn inherit(plan: &CellPlan, given: &mut impl Iterator<Item = RawFd>) {
    for (place, _) in (0..plan.page.get(Word::Inherited)).enumerate() {
        let number = FIRST_INHERITED + place as RawFd;
        let fail = |errno| give_up(plan, Stage::Streams, errno, 0);
        match given.next() {
            Some(raw) if raw < FIRST_INHERITED => {
                if let Err(errno) = sys::duplicate_to(sys::borrow_raw(raw), number) {
                    fail(errno);
                }
            }
            _ => fail(Errno::EBADF),
        }
    }
}

fn copy_in(plan: &CellPlan, sources: &mut impl Iterator<Item = RawFd>) {
    let page = &plan.page;
    let table = page.get(Word::CopyInTable) as usize / 8;
    for file in 0..page.get(Word::CopyInCount) as usize {
        let path = page.0.word(table + file * 2).load(Ordering::Acquire) as usize;
        let mode = page.0.word(table + file * 2 + 1).load(Ordering::Acquire) as u32;
        let Some(source) = sources.next() else {
            give_up(plan, Stage::CopyIn, Errno::EBADF, path);
        };
        let copied =
            sys::open(None, page.0.text(path), OpenHow::create_new(0o600)).and_then(|to| {
                sys::copy_file_range_all(sys::borrow_raw(source), to.as_fd(), u64::MAX >> 1)?;
                sys::change_mode(to.as_fd(), mode)?;
                // Closed here and now: a program that is open for writing cannot be executed.
                sys::close_raw(to.as_raw_fd());
                std::mem::forget(to);
                Ok(())
            });
        if let Err(errno) = copied {
            give_up(plan, Stage::CopyIn, errno, path);
        }
    }
}
