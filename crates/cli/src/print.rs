//! What a command prints: data on standard output, words for a person on standard error.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

/// Whether anything was written to standard output.
static PRINTED: AtomicBool = AtomicBool::new(false);

/// Whether standard output has data, to which no second object may be added.
pub(crate) fn has_printed() -> bool {
    PRINTED.load(Ordering::Relaxed)
}

/// Writes data to standard output.
pub(crate) fn data(bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    PRINTED.store(true, Ordering::Relaxed);
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(bytes.as_ref())
        .and_then(|()| stdout.flush())
        .map_err(|error| unprinted(&error))
}

/// Writes one line or more to standard output.
pub(crate) fn line(text: impl fmt::Display) -> Result<(), Failure> {
    data(format!("{text}\n"))
}

/// Writes an object as one line of JSON to standard output.
pub(crate) fn json(object: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(object)
        .map_err(|error| Failure::ours(format!("could not print: {error}")))?;
    line(text)
}

/// What became of data that could not be written. Who reads no further (`| head -1`) has what they
/// wanted and hears nothing of it.
pub(crate) fn unprinted(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::unread(),
        _ => Failure::ours(format!("could not print: {error}")),
    }
}

/// Says something on standard error. Where nobody listens, nothing is lost but the words.
pub(crate) fn words(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// A line on standard error, with the arguments of `format!`; `eprintln!` would panic where that is closed.
macro_rules! say {
    ($($arguments:tt)*) => { $crate::print::words(format_args!($($arguments)*)) };
}
pub(crate) use say;
