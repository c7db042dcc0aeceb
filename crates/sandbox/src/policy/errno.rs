//! The errors that a policy may answer with, by name (numbers of Linux on x86-64).

/// The number of an error that is named as in `errno.h`.
pub(crate) fn number(name: &str) -> Option<u16> {
    ERRORS.iter().find(|(known, _)| *known == name).map(|(_, number)| *number)
}

/// The name of an error number.
pub(crate) fn name(number: u16) -> Option<&'static str> {
    ERRORS.iter().find(|(_, known)| *known == number).map(|(name, _)| *name)
}

#[rustfmt::skip]
const ERRORS: &[(&str, u16)] = &[
    ("EPERM", 1), ("ENOENT", 2), ("EINTR", 4), ("EIO", 5), ("ENXIO", 6), ("E2BIG", 7),
    ("ENOEXEC", 8), ("EBADF", 9), ("ECHILD", 10), ("EAGAIN", 11), ("ENOMEM", 12), ("EACCES", 13),
    ("EFAULT", 14), ("EBUSY", 16), ("EEXIST", 17), ("EXDEV", 18), ("ENODEV", 19), ("ENOTDIR", 20),
    ("EISDIR", 21), ("EINVAL", 22), ("ENFILE", 23), ("EMFILE", 24), ("ENOTTY", 25), ("EFBIG", 27),
    ("ENOSPC", 28), ("ESPIPE", 29), ("EROFS", 30), ("EMLINK", 31), ("EPIPE", 32), ("EDOM", 33),
    ("ERANGE", 34), ("EDEADLK", 35), ("ENAMETOOLONG", 36), ("ENOLCK", 37), ("ENOSYS", 38),
    ("ENOTEMPTY", 39), ("ELOOP", 40), ("ENODATA", 61), ("EOVERFLOW", 75), ("EUSERS", 87),
    ("ENOTSOCK", 88), ("EDESTADDRREQ", 89), ("EMSGSIZE", 90), ("EPROTOTYPE", 91),
    ("ENOPROTOOPT", 92), ("EPROTONOSUPPORT", 93), ("ESOCKTNOSUPPORT", 94), ("EOPNOTSUPP", 95),
    ("EPFNOSUPPORT", 96), ("EAFNOSUPPORT", 97), ("EADDRINUSE", 98), ("EADDRNOTAVAIL", 99),
    ("ENETDOWN", 100), ("ENETUNREACH", 101), ("ECONNREFUSED", 111), ("ETIMEDOUT", 110),
    ("EHOSTUNREACH", 113), ("EDQUOT", 122),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_c_library() {
        for (known, expected) in [
            ("EPERM", libc::EPERM),
            ("ENOMEM", libc::ENOMEM),
            ("ENOTTY", libc::ENOTTY),
            ("ENOSYS", libc::ENOSYS),
            ("ENOPROTOOPT", libc::ENOPROTOOPT),
            ("EOPNOTSUPP", libc::EOPNOTSUPP),
            ("EAFNOSUPPORT", libc::EAFNOSUPPORT),
        ] {
            assert_eq!(number(known).map(i32::from), Some(expected), "{known}");
            assert_eq!(name(expected as u16), Some(known));
        }
        assert_eq!(number("ENOTHING"), None);
        assert_eq!(name(0), None);
    }
}
