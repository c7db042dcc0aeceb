//! The kernel's error numbers.

use core::fmt;

/// An error number as the kernel returned it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Errno(pub i32);

macro_rules! names {
    ($($name:ident $text:literal,)*) => {
        impl Errno {
            $(#[doc = $text] pub const $name: Errno = Errno(libc::$name);)*

            /// The symbolic name, such as `EPERM`; `None` for a number that is not in the table.
            pub fn name(self) -> Option<&'static str> {
                match self.0 { $(libc::$name => Some(stringify!($name)),)* _ => None }
            }

            /// What the number means, in words.
            pub fn words(self) -> &'static str {
                match self.0 { $(libc::$name => $text,)* _ => "unknown error" }
            }
        }
    };
}

names! {
    EPERM "operation not permitted",
    ENOENT "no such file or directory",
    ESRCH "no such process",
    EINTR "interrupted system call",
    EIO "input/output error",
    ENXIO "no such device or address",
    E2BIG "argument list too long",
    ENOEXEC "exec format error",
    EBADF "bad file descriptor",
    ECHILD "no child processes",
    EAGAIN "resource temporarily unavailable",
    ENOMEM "cannot allocate memory",
    EACCES "permission denied",
    EFAULT "bad address",
    EBUSY "device or resource busy",
    EEXIST "file exists",
    EXDEV "invalid cross-device link",
    ENODEV "no such device",
    ENOTDIR "not a directory",
    EISDIR "is a directory",
    EINVAL "invalid argument",
    ENFILE "too many open files in system",
    EMFILE "too many open files",
    ENOTTY "inappropriate ioctl for device",
    ETXTBSY "text file busy",
    EFBIG "file too large",
    ENOSPC "no space left on device",
    ESPIPE "illegal seek",
    EROFS "read-only file system",
    EPIPE "broken pipe",
    ERANGE "numerical result out of range",
    ENAMETOOLONG "file name too long",
    ENOSYS "function not implemented",
    ENOTEMPTY "directory not empty",
    ELOOP "too many levels of symbolic links",
    EOVERFLOW "value too large",
    EBADFD "file descriptor in bad state",
    EUSERS "too many users",
    EOPNOTSUPP "operation not supported",
    ECONNRESET "connection reset by peer",
    ECONNREFUSED "connection refused",
    ENOTCONN "transport endpoint is not connected",
    EMSGSIZE "message too long",
    EHOSTUNREACH "no route to host",
    ENETUNREACH "network is unreachable",
    ETIMEDOUT "timed out",
    EDQUOT "disk quota exceeded",
    ECANCELED "operation cancelled",
}

impl Errno {
    pub(crate) fn from_result(result: isize) -> Result<usize, Errno> {
        // The kernel returns errors as -4095..=-1; everything else is a value.
        if (-4095..0).contains(&result) { Err(Errno(-result as i32)) } else { Ok(result as usize) }
    }
}

impl fmt::Display for Errno {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(formatter, "{} ({name})", self.words()),
            None => write!(formatter, "error {}", self.0),
        }
    }
}

impl fmt::Debug for Errno {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl std::error::Error for Errno {}

impl From<Errno> for std::io::Error {
    fn from(errno: Errno) -> Self {
        std::io::Error::from_raw_os_error(errno.0)
    }
}
