//! The supervisor's program, and starting it.

use crate::Error;
use sandglass_sys as sys;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

static PROGRAM: &[u8] = include_bytes!(env!("SANDGLASS_SUPERVISOR"));

/// The memory file that holds the program; one for all lanes of a process.
static FILE: Mutex<Option<OwnedFd>> = Mutex::new(None);

/// A descriptor of the program, which a child that is spawned from here can execute.
fn program() -> Result<OwnedFd, Error> {
    let mut file = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let kernel = |errno| Error::Start { what: "putting the supervisor into memory", errno };
    if file.is_none() {
        let fresh = sys::memory_file(c"sandglass-supervisor", true).map_err(kernel)?;
        sys::write_all(fresh.as_fd(), PROGRAM).map_err(kernel)?;
        // Opened again for reading only: a file that is open for writing cannot be executed.
        let path = format!("/proc/self/fd/{}\0", fresh.as_raw_fd());
        let path = std::ffi::CStr::from_bytes_with_nul(path.as_bytes()).map_err(|_| {
            Error::Start { what: "naming the supervisor", errno: sys::Errno::EINVAL }
        })?;
        *file = Some(sys::open(None, path, sys::OpenHow::READ).map_err(kernel)?);
    }
    match &*file {
        Some(file) => sys::duplicate_above(file.as_fd(), 3).map_err(kernel),
        None => Err(kernel(sys::Errno::ENOENT)),
    }
}

/// Starts a supervisor with `socket`; within a transient systemd scope of the user where `scope`.
pub(crate) fn start(socket: OwnedFd, scope: bool) -> Result<Child, Error> {
    let file = program()?;
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    let mut command = if scope {
        // systemd-run executes the program itself, so its descriptor must outlive one exec.
        sys::set_close_on_exec(file.as_fd(), false)
            .map_err(|errno| Error::Start { what: "handing over the supervisor", errno })?;
        let mut command = Command::new("systemd-run");
        command.args(["--user", "--scope", "-p", "Delegate=yes", "--collect", "--quiet", "--"]);
        command.arg(&path);
        command
    } else {
        Command::new(&path)
    };
    command
        .stdin(Stdio::from(socket))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|source| Error::Spawn { program: command.get_program().to_owned(), source })
}
