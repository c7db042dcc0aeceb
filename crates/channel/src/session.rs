//! What lies between Main and each peer, and what the programs are told about it.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::inherited::Inherited;
use crate::report::Report;
use crate::transport::Transport;

/// Where a program inside its sandbox finds what it needs.
const INSIDE: &str = "/channel";

/// Why there is no session; a failure of ours or of the host.
#[derive(Debug, thiserror::Error)]
#[error("cannot {step} {path}")]
pub struct SessionError {
    pub(crate) step: &'static str,
    pub(crate) path: PathBuf,
    #[source]
    pub(crate) source: io::Error,
}

/// The pipes and the memory of one run of a task.
#[derive(Debug)]
pub struct Session {
    directory: tempfile::TempDir,
    peers: Vec<Peer>,
    key: u32,
    first_inherited: i32,
}

#[derive(Debug)]
struct Peer {
    name: String,
    transport: Transport,
    /// While both sides live.
    held: Option<Held>,
}

/// Both ends of both pipes.
#[derive(Debug)]
enum Held {
    Named { _pipes: [File; 2] },
    Inherited(Inherited),
}

/// What a side sees and is told.
#[derive(Clone, Debug)]
pub struct Side {
    /// Directories to show, writable: that of the host, and where.
    pub directories: Vec<(PathBuf, PathBuf)>,
    /// Open files that it must inherit, with numbers from that on which the session was made with. Drop
    /// what holds them when the program has started: while they are open somewhere, nobody sees an end.
    pub inherited: Vec<Arc<OwnedFd>>,
    /// Value of the variable `SANDGLASS_TASK`.
    pub setting: String,
}

/// Pipe from Main to the peer, and back.
const PIPES: [&str; 2] = ["down", "up"];

impl Session {
    /// Makes named pipes for peers of these names, which must be plain names of files.
    ///
    /// # Errors
    /// [`SessionError`] where the host refuses a file.
    pub fn new(peers: &[String]) -> Result<Session, SessionError> {
        let peers: Vec<_> =
            peers.iter().map(|name| (name.clone(), Transport::NamedPipes)).collect();
        Session::with(&peers, 3)
    }

    /// Makes what each peer's transport needs; the first descriptor that a program inherits will have
    /// the number `first_inherited`.
    ///
    /// # Errors
    /// [`SessionError`] where the host refuses a file.
    pub fn with(
        peers: &[(String, Transport)],
        first_inherited: i32,
    ) -> Result<Session, SessionError> {
        let root = tempfile::env::temp_dir();
        let directory = tempfile::Builder::new()
            .prefix("sandglass-task-")
            .tempdir_in(&root)
            .map_err(|source| SessionError { step: "make a directory in", path: root, source })?;
        // The sandbox runs as another user, who must get through; the name cannot be guessed, and
        // nobody can list it.
        allow(directory.path(), 0o711)?;
        let mut session =
            Session { key: random_key()?, directory, peers: Vec::new(), first_inherited };
        let reports = session.path("report");
        make_directory(&reports)?;
        let report = reports.join("report");
        File::create(&report).map_err(|source| SessionError {
            step: "create",
            path: report.clone(),
            source,
        })?;
        allow(&report, 0o666)?;
        for (name, transport) in peers {
            let held = if *transport == Transport::NamedPipes {
                let folder = session.path(&format!("peer-{name}"));
                make_directory(&folder)?;
                let [down, up] = PIPES.map(|pipe| make_pipe(&folder.join(pipe)));
                Held::Named { _pipes: [down?, up?] }
            } else {
                Held::Inherited(Inherited::new(*transport)?)
            };
            let (name, transport) = (name.clone(), *transport);
            session.peers.push(Peer { name, transport, held: Some(held) });
        }
        Ok(session)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// What Main sees and is told.
    pub fn main(&self) -> Side {
        let report = (self.path("report"), Path::new(INSIDE).join("report"));
        let mut setting = format!("key={:08x};report={INSIDE}/report/report", self.key);
        let mut directories = vec![report];
        let mut inherited = Vec::new();
        for Peer { name, transport, held } in &self.peers {
            if let Some(Held::Inherited(held)) = held {
                let number = self.first_inherited + inherited.len() as i32;
                setting.push_str(&format!(";{name}={}", Inherited::setting(*transport, number)));
                inherited.extend(held.of_main());
                continue;
            }
            let inside = format!("{INSIDE}/peer-{name}");
            setting.push_str(&format!(";{name}=fifo:{inside}/up:{inside}/down"));
            directories.push((self.path(&format!("peer-{name}")), inside.into()));
        }
        Side { directories, inherited, setting }
    }

    /// What a peer sees and is told; `main` is what it calls Main.
    pub fn peer(&self, peer: usize, main: &str) -> Side {
        let Peer { name, transport, held } = &self.peers[peer];
        if let Some(Held::Inherited(held)) = held {
            let setting = Inherited::setting(*transport, self.first_inherited);
            return Side {
                directories: Vec::new(),
                inherited: held.of_peer(),
                setting: format!("{main}={setting}"),
            };
        }
        Side {
            inherited: Vec::new(),
            directories: vec![(self.path(&format!("peer-{name}")), INSIDE.into())],
            setting: format!("{main}=fifo:{INSIDE}/down:{INSIDE}/up"),
        }
    }

    /// Lets the other side of a peer's pipes see that this peer is gone: call it when the peer's
    /// death, or Main's, is recorded. Whoever opens them from now on is refused and does not wait.
    pub fn close(&mut self, peer: usize) {
        if let Some(Held::Named { .. }) = self.peers[peer].held {
            let folder = self.path(&format!("peer-{}", self.peers[peer].name));
            for pipe in PIPES {
                // First the names, so that nobody comes between and waits for ever.
                let _ = fs::remove_file(folder.join(pipe));
            }
        }
        self.peers[peer].held = None;
    }

    /// The same for all peers.
    pub fn close_all(&mut self) {
        for peer in 0..self.peers.len() {
            self.close(peer);
        }
    }

    /// How each peer's bytes travel.
    pub fn transports(&self) -> impl Iterator<Item = (&str, Transport)> {
        self.peers.iter().map(|peer| (peer.name.as_str(), peer.transport))
    }

    /// What Main has told.
    ///
    /// # Errors
    /// [`SessionError`] where the file cannot be read.
    pub fn report(&self) -> Result<Report, SessionError> {
        let path = self.path("report").join("report");
        let text = fs::read(&path).map_err(|source| SessionError {
            step: "read",
            path: path.clone(),
            source,
        })?;
        Ok(Report::parse(&String::from_utf8_lossy(&text)))
    }
}

fn allow(path: &Path, mode: u32) -> Result<(), SessionError> {
    fs::set_permissions(path, Permissions::from_mode(mode)).map_err(|source| SessionError {
        step: "set the permissions of",
        path: path.to_owned(),
        source,
    })
}

fn make_directory(path: &Path) -> Result<(), SessionError> {
    fs::create_dir(path).map_err(|source| SessionError {
        step: "make the directory",
        path: path.to_owned(),
        source,
    })?;
    allow(path, 0o755)
}

/// A pipe with a name, open at both ends.
fn make_pipe(path: &Path) -> Result<File, SessionError> {
    let failed =
        |step| move |source: io::Error| SessionError { step, path: path.to_owned(), source };
    let mode = Mode::from_raw_mode(0o666);
    mknodat(CWD, path, FileType::Fifo, mode, 0)
        .map_err(|errno| failed("make the pipe")(errno.into()))?;
    allow(path, 0o666)?;
    OpenOptions::new().read(true).write(true).open(path).map_err(failed("open"))
}

/// What a peer cannot know before Main's first frame.
fn random_key() -> Result<u32, SessionError> {
    let path = Path::new("/dev/urandom");
    let mut bytes = [0; 4];
    let read = File::open(path).and_then(|mut file| io::Read::read_exact(&mut file, &mut bytes));
    read.map_err(|source| SessionError { step: "read", path: path.to_owned(), source })?;
    Ok(u32::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn opening_never_waits_and_a_recorded_death_lets_the_end_through() {
        let mut session = Session::new(&["a".to_owned()]).expect("a session");
        let side = session.peer(0, "Main");
        assert_eq!(side.setting, "Main=fifo:/channel/down:/channel/up");
        let folder = side.directories[0].0.clone();
        // The driver holds the other ends, so this returns at once.
        let mut down = File::open(folder.join("down")).expect("it is there");
        session.close(0);
        let mut bytes = Vec::new();
        assert_eq!(down.read_to_end(&mut bytes).expect("the end"), 0);
        assert!(File::open(folder.join("down")).is_err(), "a late opener is refused");
    }

    #[test]
    fn a_peer_sees_nothing_of_the_others() {
        let session = Session::new(&["a".to_owned(), "b".to_owned()]).expect("a session");
        let (a, b, main) = (session.peer(0, "Main"), session.peer(1, "Main"), session.main());
        assert_ne!(a.directories, b.directories);
        assert_eq!(main.directories.len(), 3);
        assert!(main.setting.contains("report=") && !a.setting.contains("report="));
        assert!(main.setting.contains("key=") && !a.setting.contains("key="));
    }

    #[test]
    fn what_is_inherited_ends_with_the_recorded_death_and_keeps_its_size() {
        let peers = [("a".to_owned(), Transport::MemorySleep), ("b".to_owned(), Transport::Pipes)];
        let mut session = Session::with(&peers, 100).expect("a session");
        let (main, a, b) = (session.main(), session.peer(0, "Main"), session.peer(1, "Main"));
        assert!(
            main.setting.contains(";a=memory:100:101:102:262144:sleep;b=fd:103:104"),
            "{main:?}"
        );
        assert_eq!((main.inherited.len(), main.directories.len()), (5, 1));
        assert_eq!(a.setting, "Main=memory:100:101:102:262144:sleep");
        assert_eq!((b.setting.as_str(), b.inherited.len()), ("Main=fd:100:101", 2));
        // A peer cannot make the memory shorter, so reading it never raises SIGBUS in Main.
        let memory = File::from(a.inherited[2].try_clone().expect("a descriptor"));
        assert!(memory.set_len(10).is_err() && memory.set_len(1 << 30).is_err());
        assert_eq!(memory.metadata().expect("its size").len(), 4096 + 2 * 262_144);
        let mut down = File::from(b.inherited[0].try_clone().expect("a descriptor"));
        drop((main, a, b));
        session.close(1);
        let mut bytes = Vec::new();
        assert_eq!(down.read_to_end(&mut bytes).expect("the end"), 0);
    }
}
