//! What the attacks look for on the host: files, servers, a victim, and directories to run in.
//!
//! Both who attacks the sandbox and who attacks without one prepare the host with this.

use std::fs::{self, File, Permissions};
use std::io;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};

use crate::{ATTACKS_BINARY, Need};
use tempfile::TempDir;

/// Files and servers that live as long as this value.
#[derive(Debug)]
pub struct Host {
    base: TempDir,
    user: u32,
    group: u32,
    is_root: bool,
    tcp: TcpListener,
    udp: UdpSocket,
    abstract_name: String,
    victim: Child,
    _servers: [UnixListener; 2],
    /// CPUs of this process.
    cpus: Vec<usize>,
}

impl Host {
    /// Prepares the host for programs that run as `user` and `group` outside, where this process is
    /// root; otherwise they run as its own.
    ///
    /// # Errors
    /// Those of making directories, files and sockets below the directory for temporary files.
    pub fn new(user: u32, group: u32) -> io::Result<Self> {
        let is_root = fs::metadata("/proc/self")?.uid() == 0;
        let base = tempfile::Builder::new().prefix("sandglass-selftest-").tempdir()?;
        // Only root and the program's group pass: the set-user-id program obeys whoever runs it.
        fs::set_permissions(base.path(), Permissions::from_mode(0o710))?;
        if is_root {
            chown(base.path(), Some(0), Some(group))?;
        }
        let program = base.path().join("attacks");
        fs::write(&program, ATTACKS_BINARY)?;
        fs::set_permissions(&program, Permissions::from_mode(0o755))?;
        let setuid = base.path().join("setuid");
        fs::write(&setuid, ATTACKS_BINARY)?;
        fs::set_permissions(&setuid, Permissions::from_mode(0o4755))?;

        let udp = UdpSocket::bind("127.0.0.1:0")?;
        let answering = udp.try_clone()?;
        std::thread::spawn(move || {
            let mut byte = [0];
            while let Ok((length, from)) = answering.recv_from(&mut byte) {
                let _ = answering.send_to(&byte[..length], from);
            }
        });
        let abstract_name = format!("sandglass-selftest-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&abstract_name)?;
        let socket = base.path().join("socket");
        let servers = [UnixListener::bind_addr(&address)?, UnixListener::bind(&socket)?];
        fs::set_permissions(&socket, Permissions::from_mode(0o777))?;

        // It ends by itself, with this process' main thread, however that ends.
        let mut sleeper = Command::new(&program);
        sleeper.arg("--victim").stdin(Stdio::null()).stdout(Stdio::null());
        if is_root {
            sleeper.uid(user).gid(group);
        }
        let this = Self {
            user,
            group,
            is_root,
            tcp: TcpListener::bind("127.0.0.1:0")?,
            udp,
            abstract_name,
            victim: sleeper.spawn()?,
            _servers: servers,
            cpus: allowed_cpus()?,
            base,
        };
        let home = this.directory("home")?;
        this.file(&home.join("secret"), "the secret of the host")?;
        this.file(&home.join("input"), "input")?;
        Ok(this)
    }

    /// The attack program as a file of the host.
    pub fn program(&self) -> PathBuf {
        self.base.path().join("attacks")
    }

    /// A copy of it that belongs to this user and has the set-user-id bit.
    pub fn setuid_program(&self) -> PathBuf {
        self.base.path().join("setuid")
    }

    /// Whether this process is root.
    pub fn is_root(&self) -> bool {
        self.is_root
    }

    /// The group that programs run as outside.
    pub fn group(&self) -> u32 {
        self.group
    }

    /// A new directory that belongs to the program's user.
    ///
    /// # Errors
    /// Those of making it; a name can be used once.
    pub fn directory(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.base.path().join(name);
        fs::create_dir(&path)?;
        fs::set_permissions(&path, Permissions::from_mode(0o777))?;
        self.give(&path)?;
        Ok(path)
    }

    fn give(&self, path: &Path) -> io::Result<()> {
        if self.is_root { chown(path, Some(self.user), Some(self.group)) } else { Ok(()) }
    }

    /// A new file that belongs to the program's user.
    fn file(&self, path: &Path, content: &str) -> io::Result<()> {
        fs::write(path, content)?;
        fs::set_permissions(path, Permissions::from_mode(0o644))?;
        self.give(path)
    }

    /// [`Need::HostSecret`].
    pub fn secret(&self) -> PathBuf {
        self.base.path().join("home/secret")
    }

    /// A file for standard input.
    pub fn input(&self) -> PathBuf {
        self.base.path().join("home/input")
    }

    /// A file in `directory` that was read two days ago and written now, so that reading it changes its
    /// access time even where access times are kept sparingly.
    ///
    /// # Errors
    /// Those of making it.
    pub fn new_bound_file(&self, directory: &Path) -> io::Result<PathBuf> {
        let path = directory.join("bound-file");
        self.file(&path, "shared")?;
        let now = SystemTime::now();
        let days = Duration::from_secs(2 * 86_400);
        let times = fs::FileTimes::new().set_accessed(now - days).set_modified(now);
        File::options().write(true).open(&path)?.set_times(times)?;
        Ok(path)
    }

    /// The value of a need whose value does not depend on the run; the others get none.
    pub fn value(&self, need: Need) -> Option<String> {
        let port =
            |address: io::Result<std::net::SocketAddr>| Some(address.ok()?.port().to_string());
        match need {
            Need::HostSecret => Some(self.secret().display().to_string()),
            Need::HostTcpPort => port(self.tcp.local_addr()),
            Need::HostUdpPort => port(self.udp.local_addr()),
            Need::HostAbstractSocket => Some(self.abstract_name.clone()),
            Need::HostUnixSocket => Some(self.base.path().join("socket").display().to_string()),
            Need::Victim => Some(self.victim.id().to_string()),
            // Free on the loopback of a network that is made for the run.
            Need::Loopback => Some("20211".to_owned()),
            Need::OtherCpu | Need::SpareCpu => self.cpus.get(1).map(ToString::to_string),
            _ => None,
        }
    }

    /// The CPU of a run that is to be kept from [`Need::OtherCpu`].
    pub fn cpu(&self) -> usize {
        self.cpus.first().copied().unwrap_or(0)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.victim.kill();
        let _ = self.victim.wait();
    }
}

/// `Cpus_allowed_list`, such as `0-3,8`, as numbers.
fn allowed_cpus() -> io::Result<Vec<usize>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let mut cpus = Vec::new();
    for range in list.unwrap_or("0").trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        if let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) {
            cpus.extend(first..=last);
        }
    }
    Ok(cpus)
}
