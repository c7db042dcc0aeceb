//! The threads that clone cells: one for each slot, born into by what it clones.

use crate::cell::{CellPlan, make_cell};
use crate::cgroup::Slot;
use crate::namespaces::TimeOffsets;
use sandglass_sys::{self as sys, ChildStack, Errno, Namespaces};
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

struct Job {
    plan: Arc<CellPlan>,
    /// The mount namespace to clone from.
    mounts: Arc<OwnedFd>,
}

type Made = Result<(i32, OwnedFd), Errno>;

/// A worker thread.
pub(crate) struct Worker {
    jobs: Sender<Job>,
    results: Receiver<Made>,
}

impl Worker {
    /// Starts one that sits in these v1 cgroups and whose cells live by these clocks. The second value
    /// is whether the kernel has time namespaces.
    pub(crate) fn new(
        legacy: &[(&'static str, PathBuf)],
        offsets: &TimeOffsets,
    ) -> Result<(Worker, bool), Errno> {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, results) = channel::<Made>();
        let (started, start) = channel::<Result<bool, Errno>>();
        let (legacy, offsets) = (legacy.to_vec(), offsets.clone());
        std::thread::Builder::new()
            .stack_size(128 << 10)
            .spawn(move || {
                let ready = Slot::enter_thread(&legacy)
                    .and_then(|()| sys::unshare_directories())
                    .and_then(|()| ChildStack::new(64 << 10));
                let (ready, stack) = match ready {
                    Ok(stack) => (Ok(offsets.enter()), Some(stack)),
                    Err(errno) => (Err(errno), None),
                };
                if let (Ok(()), Some(stack)) = (started.send(ready), stack) {
                    serve(&inbox, &outbox, stack);
                }
            })
            .map_err(|error| Errno(error.raw_os_error().unwrap_or(11)))?;
        let time = start.recv().map_err(|_| Errno::ESRCH)??;
        Ok((Worker { jobs, results }, time))
    }

    /// Clones a cell. The caller waits, so nothing of the plan changes meanwhile.
    pub(crate) fn make(&self, plan: &Arc<CellPlan>, mounts: &Arc<OwnedFd>) -> Made {
        let job = Job { plan: Arc::clone(plan), mounts: Arc::clone(mounts) };
        self.jobs.send(job).map_err(|_| Errno::ESRCH)?;
        self.results.recv().map_err(|_| Errno::ESRCH)?
    }
}

fn serve(inbox: &Receiver<Job>, outbox: &Sender<Made>, mut stack: ChildStack) {
    let mut current: Option<Arc<OwnedFd>> = None;
    while let Ok(job) = inbox.recv() {
        let made = enter(&mut current, &job.mounts).and_then(|()| make_cell(&job.plan, &mut stack));
        drop(job);
        if outbox.send(made).is_err() {
            return;
        }
    }
}

fn enter(current: &mut Option<Arc<OwnedFd>>, wanted: &Arc<OwnedFd>) -> Result<(), Errno> {
    if current.as_ref().is_some_and(|current| Arc::ptr_eq(current, wanted)) {
        return Ok(());
    }
    sys::enter_namespace(wanted.as_fd(), Namespaces::MOUNT)?;
    *current = Some(Arc::clone(wanted));
    Ok(())
}
