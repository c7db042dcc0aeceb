//! Files, directories, pipes and watches, by descriptor and without following links where asked.

use crate::Errno;
use crate::descriptor::own_raw;
use crate::syscall::syscall;
use core::ffi::CStr;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

/// How [`open`] opens: the flags of open(2); close-on-exec is always added.
#[derive(Clone, Copy, Debug)]
pub struct OpenHow {
    /// `O_*` flags.
    pub flags: i32,
    /// Permission bits of a file that is created.
    pub mode: u32,
}

impl OpenHow {
    /// For reading.
    pub const READ: OpenHow = OpenHow { flags: libc::O_RDONLY, mode: 0 };
    /// For writing.
    pub const WRITE: OpenHow = OpenHow { flags: libc::O_WRONLY, mode: 0 };
    /// For reading and writing.
    pub const READ_WRITE: OpenHow = OpenHow { flags: libc::O_RDWR, mode: 0 };
    /// A directory, for looking things up in it.
    pub const DIRECTORY: OpenHow = OpenHow { flags: libc::O_RDONLY | libc::O_DIRECTORY, mode: 0 };
    /// A place in the file system, whatever it is.
    pub const PATH: OpenHow = OpenHow { flags: libc::O_PATH, mode: 0 };

    /// A new regular file with permission bits `mode`; fails where the name exists.
    pub const fn create_new(mode: u32) -> OpenHow {
        OpenHow { flags: libc::O_WRONLY | libc::O_CREAT | libc::O_EXCL | libc::O_NOFOLLOW, mode }
    }

    /// The same with `O_NOFOLLOW`.
    pub const fn no_follow(self) -> OpenHow {
        OpenHow { flags: self.flags | libc::O_NOFOLLOW, mode: self.mode }
    }

    /// The same with `O_NONBLOCK`, so that opening a FIFO does not wait.
    pub const fn nonblocking(self) -> OpenHow {
        OpenHow { flags: self.flags | libc::O_NONBLOCK, mode: self.mode }
    }
}

fn directory_number(directory: Option<BorrowedFd<'_>>) -> RawFd {
    directory.map_or(libc::AT_FDCWD, |directory| directory.as_raw_fd())
}

/// Opens `path`, relative to `directory` or to the working directory.
pub fn open(
    directory: Option<BorrowedFd<'_>>,
    path: &CStr,
    how: OpenHow,
) -> Result<OwnedFd, Errno> {
    // SAFETY: `path` ends with a NUL.
    let raw = unsafe {
        syscall!(
            libc::SYS_openat,
            directory_number(directory),
            path.as_ptr(),
            how.flags | libc::O_CLOEXEC,
            how.mode
        )?
    };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}

/// Opens `path` beneath `root` as if `root` were `/`: no `..`, link or magic link leads out of it, and
/// with `allow_links` false no symbolic link is followed at all (openat2(2)).
pub fn open_beneath(
    root: BorrowedFd<'_>,
    path: &CStr,
    how: OpenHow,
    allow_links: bool,
) -> Result<OwnedFd, Errno> {
    #[repr(C)]
    struct OpenHowKernel {
        flags: u64,
        mode: u64,
        resolve: u64,
    }
    const RESOLVE_NO_MAGICLINKS: u64 = 0x02;
    const RESOLVE_NO_SYMLINKS: u64 = 0x04;
    const RESOLVE_IN_ROOT: u64 = 0x10;
    let links = if allow_links { 0 } else { RESOLVE_NO_SYMLINKS };
    let request = OpenHowKernel {
        flags: (how.flags | libc::O_CLOEXEC) as u64,
        mode: u64::from(how.mode),
        resolve: RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS | links,
    };
    // SAFETY: `path` ends with a NUL; the kernel reads one structure of the given size.
    let raw = unsafe {
        syscall!(
            libc::SYS_openat2,
            root.as_raw_fd(),
            path.as_ptr(),
            &raw const request,
            size_of::<OpenHowKernel>()
        )?
    };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}

/// Reads up to `buffer.len()` bytes; 0 is the end of the file.
pub fn read(descriptor: BorrowedFd<'_>, buffer: &mut [u8]) -> Result<usize, Errno> {
    // SAFETY: the kernel writes inside `buffer`.
    unsafe { syscall!(libc::SYS_read, descriptor.as_raw_fd(), buffer.as_mut_ptr(), buffer.len()) }
}

/// Reads up to `buffer.len()` bytes from `offset`.
pub fn read_at(descriptor: BorrowedFd<'_>, buffer: &mut [u8], offset: u64) -> Result<usize, Errno> {
    // SAFETY: the kernel writes inside `buffer`.
    unsafe {
        syscall!(
            libc::SYS_pread64,
            descriptor.as_raw_fd(),
            buffer.as_mut_ptr(),
            buffer.len(),
            offset
        )
    }
}

/// Writes some of `bytes`.
pub fn write(descriptor: BorrowedFd<'_>, bytes: &[u8]) -> Result<usize, Errno> {
    // SAFETY: the kernel reads inside `bytes`.
    unsafe { syscall!(libc::SYS_write, descriptor.as_raw_fd(), bytes.as_ptr(), bytes.len()) }
}

/// Writes `bytes` at `offset`, as one call. Kernel files take a value this way.
pub fn write_at(descriptor: BorrowedFd<'_>, bytes: &[u8], offset: u64) -> Result<usize, Errno> {
    // SAFETY: the kernel reads inside `bytes`.
    unsafe {
        syscall!(libc::SYS_pwrite64, descriptor.as_raw_fd(), bytes.as_ptr(), bytes.len(), offset)
    }
}

/// Writes all of `bytes`, over interruptions and short writes.
pub fn write_all(descriptor: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match write(descriptor, bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Copies `from`, from its start and at most `limit` bytes, to the current place of `to`. Returns how many.
///
/// Uses sendfile(2): no buffer, and `from` keeps its offset.
pub fn copy_file_range_all(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    limit: u64,
) -> Result<u64, Errno> {
    let mut offset: u64 = 0;
    while offset < limit {
        let chunk = (limit - offset).min(1 << 30);
        // SAFETY: the kernel reads and writes one offset.
        let copied = unsafe {
            syscall!(libc::SYS_sendfile, to.as_raw_fd(), from.as_raw_fd(), &raw mut offset, chunk)
        };
        match copied {
            Ok(0) => break,
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(offset)
}

/// Moves up to `length` bytes between two descriptors of which one at least is a pipe, without waiting
/// on the pipe. `to_offset` is where to write in a seekable target.
pub fn splice(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    to_offset: Option<&mut u64>,
    length: usize,
) -> Result<usize, Errno> {
    let offset = to_offset.map_or(core::ptr::null_mut(), |offset| offset as *mut u64);
    // SAFETY: the kernel reads and writes one offset where one is given.
    unsafe {
        syscall!(
            libc::SYS_splice,
            from.as_raw_fd(),
            0,
            to.as_raw_fd(),
            offset,
            length,
            libc::SPLICE_F_MOVE | libc::SPLICE_F_NONBLOCK
        )
    }
}

/// Makes a directory.
pub fn make_directory(
    directory: Option<BorrowedFd<'_>>,
    path: &CStr,
    mode: u32,
) -> Result<(), Errno> {
    // SAFETY: `path` ends with a NUL.
    unsafe { syscall!(libc::SYS_mkdirat, directory_number(directory), path.as_ptr(), mode)? };
    Ok(())
}

/// Makes symbolic link `path` with text `target`.
pub fn make_symbolic_link(
    target: &CStr,
    directory: Option<BorrowedFd<'_>>,
    path: &CStr,
) -> Result<(), Errno> {
    // SAFETY: both end with a NUL.
    unsafe {
        syscall!(libc::SYS_symlinkat, target.as_ptr(), directory_number(directory), path.as_ptr())?
    };
    Ok(())
}

/// Removes a name; `is_directory` says which kind it is to be.
pub fn remove(
    directory: Option<BorrowedFd<'_>>,
    path: &CStr,
    is_directory: bool,
) -> Result<(), Errno> {
    let flags = if is_directory { libc::AT_REMOVEDIR } else { 0 };
    // SAFETY: `path` ends with a NUL.
    unsafe { syscall!(libc::SYS_unlinkat, directory_number(directory), path.as_ptr(), flags)? };
    Ok(())
}

/// Gives `path` to another user and group.
pub fn change_owner(
    directory: Option<BorrowedFd<'_>>,
    path: &CStr,
    user: u32,
    group: u32,
) -> Result<(), Errno> {
    // SAFETY: `path` ends with a NUL.
    unsafe {
        syscall!(
            libc::SYS_fchownat,
            directory_number(directory),
            path.as_ptr(),
            user,
            group,
            libc::AT_SYMLINK_NOFOLLOW
        )?
    };
    Ok(())
}

/// Sets the permission bits of an open file.
pub fn change_mode(descriptor: BorrowedFd<'_>, mode: u32) -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_fchmod, descriptor.as_raw_fd(), mode)? };
    Ok(())
}

/// Sets a file's length.
pub fn resize(descriptor: BorrowedFd<'_>, length: u64) -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_ftruncate, descriptor.as_raw_fd(), length)? };
    Ok(())
}

/// A pipe: its reading and its writing end, both close-on-exec.
pub fn make_pipe() -> Result<(OwnedFd, OwnedFd), Errno> {
    let mut ends = [-1i32; 2];
    // SAFETY: the kernel writes two numbers.
    unsafe { syscall!(libc::SYS_pipe2, &raw mut ends, libc::O_CLOEXEC)? };
    // SAFETY: the kernel has just made both.
    Ok(unsafe { (own_raw(ends[0]), own_raw(ends[1])) })
}

/// Asks for a pipe buffer of `bytes`. Returns what the kernel gave.
pub fn set_pipe_size(pipe: BorrowedFd<'_>, bytes: usize) -> Result<usize, Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_fcntl, pipe.as_raw_fd(), libc::F_SETPIPE_SZ, bytes) }
}

/// A file that lives in memory alone; `executable` where it is to be executed.
pub fn memory_file(name: &CStr, executable: bool) -> Result<OwnedFd, Errno> {
    const MFD_NOEXEC_SEAL: u32 = 8;
    const MFD_EXEC: u32 = 16;
    let kind = if executable { MFD_EXEC } else { MFD_NOEXEC_SEAL };
    // SAFETY: `name` ends with a NUL.
    let made = unsafe { syscall!(libc::SYS_memfd_create, name.as_ptr(), libc::MFD_CLOEXEC | kind) };
    let raw = match made {
        // Kernels before 6.3 know neither flag; there every such file may be executed.
        // SAFETY: as above.
        Err(Errno::EINVAL) => unsafe {
            syscall!(libc::SYS_memfd_create, name.as_ptr(), libc::MFD_CLOEXEC)?
        },
        other => other?,
    };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}

/// An event counter that can be polled.
pub fn event_descriptor() -> Result<OwnedFd, Errno> {
    // SAFETY: takes no pointer.
    let raw = unsafe { syscall!(libc::SYS_eventfd2, 0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK)? };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}

/// What kind of thing a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    Regular,
    /// A directory.
    Directory,
    /// A symbolic link.
    SymbolicLink,
    /// A character device.
    CharacterDevice,
    /// A FIFO or pipe.
    Pipe,
    /// A socket.
    Socket,
    /// Anything else.
    Other,
}

/// What fstat(2) tells of a file.
#[derive(Clone, Copy, Debug)]
pub struct FileStatus {
    /// Its kind.
    pub kind: FileKind,
    /// Its permission bits.
    pub mode: u32,
    /// Its length in bytes.
    pub length: u64,
    /// Its owner.
    pub user: u32,
    /// Its group.
    pub group: u32,
    /// The number of the device that it is, for devices.
    pub device: u64,
    /// The device that it is on, and its number there: the two name a file.
    pub identity: (u64, u64),
    /// Names that it has.
    pub links: u64,
}

fn convert(raw: &libc::stat) -> FileStatus {
    let kind = match raw.st_mode & libc::S_IFMT {
        libc::S_IFREG => FileKind::Regular,
        libc::S_IFDIR => FileKind::Directory,
        libc::S_IFLNK => FileKind::SymbolicLink,
        libc::S_IFCHR => FileKind::CharacterDevice,
        libc::S_IFIFO => FileKind::Pipe,
        libc::S_IFSOCK => FileKind::Socket,
        _ => FileKind::Other,
    };
    FileStatus {
        kind,
        mode: raw.st_mode & 0o7777,
        length: raw.st_size as u64,
        user: raw.st_uid,
        group: raw.st_gid,
        device: raw.st_rdev,
        identity: (raw.st_dev, raw.st_ino),
        links: raw.st_nlink,
    }
}

fn status_raw(directory: RawFd, path: &CStr, flags: i32) -> Result<FileStatus, Errno> {
    let mut raw = core::mem::MaybeUninit::<libc::stat>::zeroed();
    // SAFETY: `path` ends with a NUL; the kernel writes one stat, whose layout is the kernel's own.
    unsafe { syscall!(libc::SYS_newfstatat, directory, path.as_ptr(), raw.as_mut_ptr(), flags)? };
    // SAFETY: zeroed and then written; any bits are a valid stat.
    Ok(convert(unsafe { raw.assume_init_ref() }))
}

/// Status of an open file.
pub fn status(descriptor: BorrowedFd<'_>) -> Result<FileStatus, Errno> {
    status_raw(descriptor.as_raw_fd(), c"", libc::AT_EMPTY_PATH)
}

/// Status of a name in `directory`; a symbolic link itself, not what it points to.
pub fn status_at(directory: BorrowedFd<'_>, path: &CStr) -> Result<FileStatus, Errno> {
    status_raw(directory.as_raw_fd(), path, libc::AT_SYMLINK_NOFOLLOW)
}

/// Status of a path, links followed.
pub fn status_of(path: &CStr) -> Result<FileStatus, Errno> {
    status_raw(libc::AT_FDCWD, path, 0)
}

/// The kinds of file system that the sandbox asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileSystemKind {
    /// cgroup v2.
    Cgroup2,
    /// cgroup v1.
    Cgroup1,
    /// Memory.
    Tmpfs,
    /// /proc.
    Proc,
    /// Another, by its magic number.
    Other(i64),
}

/// Which kind of file system `descriptor` lives on.
pub fn file_system_kind(descriptor: BorrowedFd<'_>) -> Result<FileSystemKind, Errno> {
    let mut raw = core::mem::MaybeUninit::<libc::statfs>::zeroed();
    // SAFETY: the kernel writes one statfs.
    unsafe { syscall!(libc::SYS_fstatfs, descriptor.as_raw_fd(), raw.as_mut_ptr())? };
    // SAFETY: zeroed and then written.
    let kind = unsafe { raw.assume_init_ref() }.f_type;
    Ok(match kind {
        0x6367_7270 => FileSystemKind::Cgroup2,
        0x0027_e0eb => FileSystemKind::Cgroup1,
        0x0102_1994 => FileSystemKind::Tmpfs,
        0x9fa0 => FileSystemKind::Proc,
        other => FileSystemKind::Other(other),
    })
}

/// A new inotify instance, non-blocking.
pub fn new_watch_instance() -> Result<OwnedFd, Errno> {
    // SAFETY: takes no pointer.
    let raw = unsafe { syscall!(libc::SYS_inotify_init1, libc::IN_CLOEXEC | libc::IN_NONBLOCK)? };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}

/// Adds `path` to an inotify instance for `events` (`IN_*`). Returns the watch's number.
pub fn watch(instance: BorrowedFd<'_>, path: &CStr, events: u32) -> Result<i32, Errno> {
    // SAFETY: `path` ends with a NUL.
    let number = unsafe {
        syscall!(libc::SYS_inotify_add_watch, instance.as_raw_fd(), path.as_ptr(), events)?
    };
    Ok(number as i32)
}
