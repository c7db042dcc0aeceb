//! The system calls of Sandglass, and the only `unsafe` code in it.
//!
//! # Theory of operation
//!
//! Every function here is one system call (or one kernel structure read or written), made by an
//! inlined instruction and never through the C library. There are two reasons:
//!
//! * The launcher of a run shares its memory with the init process of the run (`CLONE_VM`), hence
//!   also the C library's thread-local `errno`. A wrapper that stores its error there races; an
//!   instruction that returns it does not. The same holds for wrappers that cache, lock or allocate.
//! * What runs between a clone and an exec must be plain to read: one statement, one call.
//!
//! So all functions of this crate may be called in a freshly cloned child: none allocates, takes a
//! lock, or runs a destructor, except where its documentation says otherwise ("parent only").
//!
//! Errors are [`Errno`], the number that the kernel returned, and nothing else; what was being
//! attempted is known by the caller and said there.

mod clock;
mod clone;
mod descriptor;
mod errno;
mod file;
mod landlock;
mod memory;
mod mount;
mod namespace;
mod perf;
mod privilege;
mod process;
mod seccomp;
mod socket;
mod syscall;
mod trace;
mod wait;

pub use clock::{
    Clock, monotonic_nanoseconds, process_cpu_nanoseconds, read_clock, thread_cpu_nanoseconds,
};
pub use clone::{ChildStack, CloneFlags, clone_sharing_memory, clone_with_copied_memory};
pub use descriptor::{
    borrow_raw, close_all_except, close_raw, duplicate_above, duplicate_to, own_raw,
    set_close_on_exec, set_nonblocking, take_inherited,
};
pub use errno::Errno;
pub use file::{
    FileKind, FileStatus, FileSystemKind, OpenHow, change_mode, change_owner, copy_file_range_all,
    event_descriptor, file_system_kind, make_directory, make_pipe, make_symbolic_link, memory_file,
    new_watch_instance, open, open_beneath, read, read_at, remove, resize, set_pipe_size, splice,
    status, status_at, status_of, watch, write, write_all, write_at,
};
pub use landlock::{
    LandlockAccess, landlock_abi, landlock_add_path, landlock_create, landlock_restrict_self,
};
pub use memory::SharedRegion;
pub use mount::{
    MountAttributes, attach, clone_tree, configure_file_system, create_mount, detach, mount_plain,
    open_file_system, pivot_root, set_mount_attributes,
};
pub use namespace::{
    Namespaces, bring_loopback_up, enter_namespace, set_domain_name, set_host_name, unshare,
    unshare_directories,
};
pub use perf::count_instructions;
pub use privilege::{
    CAP_DAC_OVERRIDE, drop_bounding_set, drop_capabilities, drop_to_user, effective_group,
    effective_user, is_root, join_new_session_keyring, keep_capabilities, lock_secure_bits,
    make_capabilities_ambient, set_dumpable, set_no_new_privileges,
};
pub use process::{
    Limit, Resource, SIGPIPE, Usage, available_cpus, change_directory, change_directory_to,
    charge_thread, default_signal, exit, ignore_signal, kill_everything_visible, leave_terminal,
    limit, make_core_scheduling_cookie, parent_process, pin_to_cpus, process_descriptor,
    process_id, raise_signal, runs_before_others, send_signal, send_signal_by_descriptor,
    set_death_signal, set_file_mode_mask, set_limit, set_name, set_slice, set_timer_slack,
    start_process_group, start_session, thread_id, usage_of_self, yield_processor,
};
pub use seccomp::{Notification, install_filter, receive_notification, seccomp_actions_available};
pub use socket::{MAX_DESCRIPTORS, Received, receive, send, socket_pair, want_credentials};
pub use trace::{Traced, resume_traced, trace, traced_call, wait_traced};
pub use wait::{
    ChildEvent, ERROR, Exit, HANGUP, PRIORITY, PollEntry, READABLE, WRITABLE, futex_wait,
    futex_wake, poll, wait_any_child, wait_child,
};
