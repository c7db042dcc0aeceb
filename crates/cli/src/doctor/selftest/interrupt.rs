//! Ctrl-C and other signals: what runs is killed, the rest is left out, and everything is cleaned up
//! before the process dies of the signal.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sandglass_sandbox::Killer;
use signal_hook::iterator::{Handle, Signals};

use crate::signals::heeded;

/// Whether a signal has come, and what to kill when one comes.
#[derive(Debug, Default)]
pub(super) struct Interrupt {
    signal: AtomicI32,
    next: AtomicU64,
    running: Mutex<HashMap<u64, Killer>>,
}

/// Listens until it is dropped.
pub(super) struct Listening(Handle);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A run that is killed when a signal comes, until this is dropped.
pub(super) struct Registered<'a>(&'a Interrupt, u64);

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        self.0.running().remove(&self.1);
    }
}

impl Interrupt {
    /// Listens on a thread of its own.
    pub(super) fn listen(self: &Arc<Self>) -> io::Result<Listening> {
        let mut signals = Signals::new(heeded())?;
        let handle = signals.handle();
        let this = Arc::clone(self);
        std::thread::spawn(move || {
            for signal in signals.forever() {
                this.signal.store(signal, Ordering::SeqCst);
                for killer in this.running().values() {
                    let _ = killer.kill();
                }
            }
        });
        Ok(Listening(handle))
    }

    fn running(&self) -> MutexGuard<'_, HashMap<u64, Killer>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The signal that has come.
    pub(super) fn signal(&self) -> Option<i32> {
        Some(self.signal.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
    }

    /// Has a run be killed when a signal comes, or at once where one has come.
    pub(super) fn register(&self, killer: Killer) -> Registered<'_> {
        let id = self.next.fetch_add(1, Ordering::SeqCst);
        self.running().insert(id, killer.clone());
        if self.signal().is_some() {
            let _ = killer.kill();
        }
        Registered(self, id)
    }
}
