//! Named pipes between Main and each peer, and what the programs are told about them.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::report::Report;

/// Where a program inside its sandbox finds what it needs.
const INSIDE: &str = "/channel";

/// Why there is no session; a failure of ours or of the host.
#[derive(Debug, thiserror::Error)]
#[error("cannot {step} {path}")]
pub struct SessionError {
    step: &'static str,
    path: PathBuf,
    #[source]
    source: io::Error,
}

/// The pipes of one run of a task.
#[derive(Debug)]
pub struct Session {
    directory: tempfile::TempDir,
    peers: Vec<Peer>,
    key: u32,
}

#[derive(Debug)]
struct Peer {
    name: String,
    /// Both ends of both pipes, while both sides live.
    held: Option<[File; 2]>,
}

/// What a side sees and is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Directories to show, writable: that of the host, and where.
    pub directories: Vec<(PathBuf, PathBuf)>,
    /// Value of the variable `SANDGLASS_TASK`.
    pub setting: String,
}

/// Pipe from Main to the peer, and back.
const PIPES: [&str; 2] = ["down", "up"];

impl Session {
    /// Makes the pipes for peers of these names, which must be plain names of files.
    ///
    /// # Errors
    /// [`SessionError`] where the host refuses a file.
    pub fn new(peers: &[String]) -> Result<Session, SessionError> {
        let root = std::env::temp_dir();
        let directory = tempfile::Builder::new()
            .prefix("sandglass-task-")
            .tempdir_in(&root)
            .map_err(|source| SessionError { step: "make a directory in", path: root, source })?;
        // The sandbox runs as another user, who must get through; the name cannot be guessed, and
        // nobody can list it.
        allow(directory.path(), 0o711)?;
        let mut session = Session { key: random_key()?, directory, peers: Vec::new() };
        let reports = session.path("report");
        make_directory(&reports)?;
        let report = reports.join("report");
        File::create(&report).map_err(|source| SessionError {
            step: "create",
            path: report.clone(),
            source,
        })?;
        allow(&report, 0o666)?;
        for name in peers {
            let folder = session.path(&format!("peer-{name}"));
            make_directory(&folder)?;
            let [down, up] = PIPES.map(|pipe| make_pipe(&folder.join(pipe)));
            session.peers.push(Peer { name: name.clone(), held: Some([down?, up?]) });
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
        for Peer { name, .. } in &self.peers {
            let inside = format!("{INSIDE}/peer-{name}");
            setting.push_str(&format!(";{name}=fifo:{inside}/up:{inside}/down"));
            directories.push((self.path(&format!("peer-{name}")), inside.into()));
        }
        Side { directories, setting }
    }

    /// What a peer sees and is told; `main` is what it calls Main.
    pub fn peer(&self, peer: usize, main: &str) -> Side {
        let name = &self.peers[peer].name;
        Side {
            directories: vec![(self.path(&format!("peer-{name}")), INSIDE.into())],
            setting: format!("{main}=fifo:{INSIDE}/down:{INSIDE}/up"),
        }
    }

    /// Lets the other side of a peer's pipes see that this peer is gone: call it when the peer's
    /// death, or Main's, is recorded. Whoever opens them from now on is refused and does not wait.
    pub fn close(&mut self, peer: usize) {
        let folder = self.path(&format!("peer-{}", self.peers[peer].name));
        for pipe in PIPES {
            // First the names, so that nobody comes between and waits for ever.
            let _ = fs::remove_file(folder.join(pipe));
        }
        self.peers[peer].held = None;
    }

    /// The same for all peers.
    pub fn close_all(&mut self) {
        for peer in 0..self.peers.len() {
            self.close(peer);
        }
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
}
