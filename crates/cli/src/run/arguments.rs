//! The options of `sandglass run`.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use crate::value::{self, Bind, Copy, Cpus, Tmpfs, User};

/// Run one program in a sandbox, and say why it ended and what it used
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "sandglass run [LIMITS] [MOUNTS] [--json] -- PROGRAM [ARG]...",
    after_help = "Try --help for how programs are found, what they see, and examples.",
    after_long_help = "\
What the program sees:
  A new file tree with the host's /usr (and /bin, /lib, /lib64), read-only,
  a few devices, and what the mounts add; no network, no /proc and no writable
  place unless asked for. Its stdin is /dev/null, its stdout and stderr are ours
  (with --json they are captured).

How PROGRAM is found:
  a name without a slash         in /usr/bin and /bin inside
  a path that the mounts show    there
  any other file of the host     opened here and handed in: ./a.out just works

Exit status:
  0  the program exited with 0      1  any other outcome
  2  wrong usage                    3  a failure of Sandglass or of the host
  128 + n  signal n (130: Ctrl-C) ended the run; all was killed and removed

Examples:
  sandglass run --cpu-time 1s --memory 256MiB --stdin test.in -- ./a.out
  sandglass run --json --processes 1 -- ./a.out
  sandglass run --bind .:/box:rw --workdir /box --tmpfs /tmp -- g++ a.cpp
  sandglass run --proc --network loopback -- python3 -c 'print(1)'
  sandglass run --repeat 100 --cpus 1 -- true"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    #[command(flatten)]
    pub(crate) streams: StreamArguments,
    #[command(flatten)]
    pub(crate) mounts: MountArguments,
    #[command(flatten)]
    pub(crate) walls: WallArguments,

    /// Print the outcome as one JSON object on stdout
    ///
    /// Where stdout or stderr of the program are not sent to a file, the object has what it wrote
    /// (the first 64 KiB) in the fields "stdout" and "stderr".
    #[arg(long, help_heading = "Report")]
    pub(crate) json: bool,

    /// Run N times; with --json an object a line, otherwise a summary of the times
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Report",
          value_parser = value::number::<u32>(1))]
    pub(crate) repeat: u32,

    /// Count instructions, where the processor has a counter that we may use
    #[arg(long, help_heading = "Report")]
    pub(crate) count_instructions: bool,

    /// The program and its arguments
    #[arg(value_name = "PROGRAM", required = true, last = true, help_heading = "Program")]
    pub(crate) program: Vec<std::ffi::OsString>,
}

/// What the program may use at most.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArguments {
    /// CPU time of all its processes together (1s, 300ms, 1.5s, 2m)
    #[arg(long, value_name = "TIME", value_parser = value::duration)]
    pub(crate) cpu_time: Option<Duration>,
    /// Time from start to end
    #[arg(long, value_name = "TIME", value_parser = value::duration)]
    pub(crate) wall_time: Option<Duration>,
    /// Time in which all its processes are blocked
    #[arg(long, value_name = "TIME", value_parser = value::duration)]
    pub(crate) idle_time: Option<Duration>,
    /// Memory of all its processes together, tmpfs and page cache included (64KiB, 256MiB, 1G)
    #[arg(long, value_name = "SIZE", value_parser = value::size)]
    pub(crate) memory: Option<u64>,
    /// Swap
    #[arg(long, value_name = "SIZE", value_parser = value::size, default_value = "0")]
    pub(crate) swap: u64,
    /// Processes and threads at a time
    #[arg(long, value_name = "N", value_parser = value::number::<u64>(1))]
    pub(crate) processes: Option<u64>,
    /// Bytes written to stdout and stderr together
    #[arg(long, value_name = "SIZE", value_parser = value::size)]
    pub(crate) output: Option<u64>,
    /// Size of any one file
    #[arg(long, value_name = "SIZE", value_parser = value::size)]
    pub(crate) file_size: Option<u64>,
    /// Open files of a process
    #[arg(long, value_name = "N", value_parser = value::number::<u64>(0))]
    pub(crate) open_files: Option<u64>,
    /// Stack of a process
    #[arg(long, value_name = "SIZE", value_parser = value::size)]
    pub(crate) stack: Option<u64>,
    /// Core dump
    #[arg(long, value_name = "SIZE", value_parser = value::size, default_value = "0")]
    pub(crate) core: u64,
    /// Address space of a process
    #[arg(long, value_name = "SIZE", value_parser = value::size)]
    pub(crate) address_space: Option<u64>,
    /// CPUs' worth of time in each tenth of a second (0.5)
    #[arg(long, value_name = "CPUS", value_parser = value::bandwidth)]
    pub(crate) cpu_bandwidth: Option<f64>,
}

/// Where its standard streams lead, and its environment.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Streams and environment")]
pub(crate) struct StreamArguments {
    /// File for its stdin; - is ours
    #[arg(long, value_name = "FILE", default_value = "/dev/null")]
    pub(crate) stdin: PathBuf,
    /// File for its stdout
    #[arg(long, value_name = "FILE")]
    pub(crate) stdout: Option<PathBuf>,
    /// File for its stderr
    #[arg(long, value_name = "FILE")]
    pub(crate) stderr: Option<PathBuf>,
    /// A variable of its environment, with the value that it has here where none is given; otherwise
    /// there is only PATH=/usr/bin:/bin
    #[arg(long, value_name = "KEY[=VALUE]", value_parser = value::environment)]
    pub(crate) env: Vec<(String, String)>,
    /// Its working directory inside
    #[arg(long, value_name = "DIRECTORY", value_parser = value::inside)]
    pub(crate) workdir: Option<PathBuf>,
}

/// What it sees.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Mounts")]
pub(crate) struct MountArguments {
    /// Show a part of the host, read-only unless :rw
    #[arg(long, value_name = "SRC[:DST][:rw]", value_parser = value::bind)]
    pub(crate) bind: Vec<Bind>,
    /// A file system in memory, 64MiB unless a size is given
    #[arg(long, value_name = "DST[:SIZE]", value_parser = value::tmpfs)]
    pub(crate) tmpfs: Vec<Tmpfs>,
    /// Show /proc, of its own processes only
    #[arg(long)]
    pub(crate) proc: bool,
    /// Copy a file into a --tmpfs before the start
    #[arg(long, value_name = "SRC:DST", value_parser = value::copy_in)]
    pub(crate) copy_in: Vec<Copy>,
    /// Copy a file out after the end (no links; at most --file-size, else 64MiB)
    #[arg(long, value_name = "SRC:DST", value_parser = value::copy_out)]
    pub(crate) copy_out: Vec<Copy>,
}

/// What stands around it.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Isolation")]
pub(crate) struct WallArguments {
    /// What it reaches of a network
    #[arg(long, value_name = "NETWORK", value_enum, default_value_t = Network::None)]
    pub(crate) network: Network,
    /// seccomp policy: program, compiler, loopback, a TOML file, or none [default: program, or
    /// loopback with --network loopback]
    #[arg(long, value_name = "NAME|FILE|none")]
    pub(crate) policy: Option<String>,
    /// Landlock as a second wall around the file tree
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On)]
    pub(crate) landlock: Switch,
    /// A watcher in user space
    #[arg(long, value_name = "none|notify|ptrace", value_enum, default_value_t = Monitor::None)]
    pub(crate) monitor: Monitor,
    /// CPUs that it may use (0, 0,2, 0-3)
    #[arg(long, value_name = "LIST", value_parser = value::cpus)]
    pub(crate) cpus: Option<Cpus>,
    /// Its user id inside
    #[arg(long, value_name = "UID", default_value_t = 1000,
          value_parser = value::number::<u32>(0))]
    pub(crate) uid: u32,
    /// Its group id inside
    #[arg(long, value_name = "GID", default_value_t = 1000,
          value_parser = value::number::<u32>(0))]
    pub(crate) gid: u32,
    /// Host name inside
    #[arg(long, value_name = "NAME", value_parser = value::host_name)]
    pub(crate) hostname: Option<String>,
    /// Who it is outside, when root starts us [default: 65534]
    #[arg(long, value_name = "UID[:GID]", value_parser = value::user)]
    pub(crate) user: Option<User>,
    /// What groups and limits its processes
    #[arg(long, value_name = "BACKEND", value_enum, default_value_t = Backend::Auto)]
    pub(crate) backend: Backend,
    /// Accept weaker limits where the host gives no cgroup; the outcome lists them
    #[arg(long)]
    pub(crate) allow_weaker: bool,
}

/// `--network`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Network {
    /// Nothing
    None,
    /// A loopback device of its own
    Loopback,
}

/// `--landlock`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

/// `--monitor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Monitor {
    /// The kernel alone
    None,
    /// seccomp user notification
    Notify,
    /// ptrace
    Ptrace,
}

/// `--backend`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backend {
    /// The best that the host gives
    Auto,
    /// A delegated cgroup v2 subtree
    Cgroup2,
    /// cgroup v1 memory and pids beside a v2 tree
    Hybrid,
    /// No cgroup: limits of processes alone, weaker
    Rlimit,
}
