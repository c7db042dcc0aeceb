//! Ctrl-C: the run is killed through its supervisor, so that it ends with an outcome and leaves
//! nothing behind.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use sandglass_sandbox::Killer;
use signal_hook::iterator::Signals;

use crate::failure::Failure;
use crate::signals::heeded;

/// Hears the signals that are to end it for the rest of the process' life.
#[derive(Clone)]
pub(crate) struct Interrupt {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    signal: Option<i32>,
    killer: Option<Killer>,
}

impl Interrupt {
    pub(crate) fn install() -> Result<Self, Failure> {
        let failed = |error| Failure::ours(format!("could not listen to signals: {error}"));
        let mut signals = Signals::new(heeded()).map_err(failed)?;
        let interrupt = Self { state: Arc::default() };
        let heard = interrupt.clone();
        let listen = move || {
            for signal in signals.forever() {
                heard.hear(signal);
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(listen).map_err(failed)?;
        Ok(interrupt)
    }

    /// The first signal that came.
    pub(crate) fn signal(&self) -> Option<i32> {
        self.lock().signal
    }

    /// Does `work`, in which a signal calls `killer`; at once where it came before.
    pub(crate) fn during<T>(&self, killer: Killer, work: impl FnOnce() -> T) -> T {
        {
            let mut state = self.lock();
            if state.signal.is_some() {
                kill(&killer);
            }
            state.killer = Some(killer);
        }
        let result = work();
        self.lock().killer = None;
        result
    }

    fn hear(&self, signal: i32) {
        let mut state = self.lock();
        state.signal.get_or_insert(signal);
        if let Some(killer) = &state.killer {
            kill(killer);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A run that cannot be killed is over, or its lane is dead and has killed it.
fn kill(killer: &Killer) {
    let _ = killer.kill();
}

/// What shells report for a program that a signal killed.
pub(crate) fn exit_status(signal: i32) -> u8 {
    u8::try_from(signal).map_or(u8::MAX, |signal| 128_u8.saturating_add(signal))
}

#[cfg(test)]
mod tests {
    use signal_hook::consts::{SIGINT, SIGTERM};

    use super::*;

    #[test]
    fn the_exit_status_is_that_of_a_shell() {
        assert_eq!(exit_status(SIGINT), 130);
        assert_eq!(exit_status(SIGTERM), 143);
    }
}
