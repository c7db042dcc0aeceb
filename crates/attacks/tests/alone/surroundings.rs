//! What the attacks look for: files, servers and a directory of their own.

use sandglass_attacks::{ATTACKS_BINARY, Need};
use std::io::Read;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};
use std::{fs, process, thread};

/// Files and servers that live as long as this value.
pub(crate) struct Surroundings {
    directory: PathBuf,
    /// The attack program as a file.
    pub(crate) program: PathBuf,
    /// Whether the tests run as root.
    pub(crate) is_root: bool,
    tcp: TcpListener,
    udp: UdpSocket,
    abstract_name: String,
    victim: Child,
    _servers: [UnixListener; 2],
}

impl Surroundings {
    pub(crate) fn new() -> Self {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("attacks-alone-{}", process::id()));
        fs::create_dir_all(&directory).unwrap();
        let program = directory.join("attacks");
        fs::write(&program, ATTACKS_BINARY).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(directory.join("secret"), "the secret of the host").unwrap();
        let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
        answer_every_datagram(udp.try_clone().unwrap());
        let abstract_name = format!("sandglass-attacks-{}", process::id());
        let address = SocketAddr::from_abstract_name(&abstract_name).unwrap();
        let servers = [
            UnixListener::bind_addr(&address).unwrap(),
            // A path in a deep target directory would be too long for a socket's address.
            UnixListener::bind(std::env::temp_dir().join(&abstract_name)).unwrap(),
        ];
        Self {
            is_root: fs::metadata("/proc/self").unwrap().uid() == 0,
            program,
            tcp: TcpListener::bind("127.0.0.1:0").unwrap(),
            udp,
            victim: Command::new("sleep").arg("600").stdout(Stdio::null()).spawn().unwrap(),
            abstract_name,
            _servers: servers,
            directory,
        }
    }

    /// A new, empty directory for one attack.
    pub(crate) fn new_directory(&self, name: &str) -> PathBuf {
        let path = self.directory.join(name);
        fs::create_dir(&path).unwrap();
        path
    }

    /// The value of a need; those without one get none.
    pub(crate) fn value(&self, need: Need) -> Option<String> {
        Some(match need {
            Need::HostSecret => self.directory.join("secret").display().to_string(),
            Need::HostTcpPort => self.tcp.local_addr().unwrap().port().to_string(),
            Need::HostUdpPort => self.udp.local_addr().unwrap().port().to_string(),
            Need::HostAbstractSocket => self.abstract_name.clone(),
            Need::HostUnixSocket => self.unix_path().display().to_string(),
            Need::Victim => self.victim.id().to_string(),
            Need::BoundFile => self.bound_file().display().to_string(),
            Need::OtherCpu => last_allowed_cpu(),
            _ => return None,
        })
    }

    fn unix_path(&self) -> PathBuf {
        std::env::temp_dir().join(&self.abstract_name)
    }

    /// A file that was read two days ago and written now, so that reading it changes its access
    /// time even where access times are kept sparingly.
    fn bound_file(&self) -> PathBuf {
        let path = self.directory.join("bound-file");
        let file = fs::File::create(&path).unwrap();
        fs::write(&path, "shared").unwrap();
        let now = SystemTime::now();
        let times = fs::FileTimes::new()
            .set_accessed(now - Duration::from_secs(2 * 86_400))
            .set_modified(now);
        file.set_times(times).unwrap();
        path
    }
}

impl Drop for Surroundings {
    fn drop(&mut self) {
        self.victim.kill().unwrap();
        self.victim.wait().unwrap();
        let _ = fs::remove_file(self.unix_path());
        // The tree that is too deep for a path is one that the library still removes, because it
        // walks by descriptors.
        fs::remove_dir_all(&self.directory).unwrap();
    }
}

fn answer_every_datagram(socket: UdpSocket) {
    thread::spawn(move || {
        let mut byte = [0];
        while let Ok((length, from)) = socket.recv_from(&mut byte) {
            socket.send_to(&byte[..length], from).unwrap();
        }
    });
}

/// The last number of `Cpus_allowed_list`, such as `0-3,8`.
fn last_allowed_cpu() -> String {
    let mut status = String::new();
    fs::File::open("/proc/self/status").unwrap().read_to_string(&mut status).unwrap();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap();
    list.rsplit(['-', ',']).next().unwrap().trim().to_owned()
}
