//! Ctrl-C as a flag that the session looks at between two measurements.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{SigId, flag, low_level};

/// Tells a running experiment to stop after the measurement in progress; clones share the request.
#[derive(Debug, Clone)]
pub struct Interrupt {
    requested: Arc<AtomicBool>,
    // Kept so that the handlers go when the last clone does.
    _handlers: Arc<Handlers>,
}

#[derive(Debug, Default)]
struct Handlers(Vec<SigId>);

impl Interrupt {
    /// An interrupt that only [`Interrupt::request`] can raise.
    pub fn never() -> Self {
        Self { requested: Arc::default(), _handlers: Arc::default() }
    }

    /// Raised by SIGINT and SIGTERM; the second such signal ends the process at once, with the
    /// shell's exit status for SIGINT. Once all clones are dropped the signals do nothing more.
    pub fn on_signals() -> io::Result<Self> {
        let requested = Arc::new(AtomicBool::new(false));
        let mut handlers = Handlers::default();
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag down, so it only raises it.
            let status = 128 + SIGINT;
            handlers.0.push(flag::register_conditional_shutdown(
                signal,
                status,
                Arc::clone(&requested),
            )?);
            handlers.0.push(flag::register(signal, Arc::clone(&requested))?);
        }
        Ok(Self { requested, _handlers: Arc::new(handlers) })
    }

    /// Asks for the end.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Whether the end was asked for.
    pub fn requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }
}

impl Default for Interrupt {
    fn default() -> Self {
        Self::never()
    }
}

impl Drop for Handlers {
    fn drop(&mut self) {
        for handler in self.0.drain(..) {
            low_level::unregister(handler);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_raises_the_flag_of_every_clone() {
        let interrupt = Interrupt::on_signals().expect("handlers can be installed");
        let clone = interrupt.clone();
        assert!(!clone.requested());
        low_level::raise(SIGINT).expect("the process may signal itself");
        assert!(clone.requested());
    }
}
