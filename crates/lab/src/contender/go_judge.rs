//! go-judge: a server with a pool of warm containers, asked over HTTP on the loopback interface.

use std::fs::{self, File};
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use serde_json::{Value, json};

use super::command::together;
use super::discover::{SYSTEM_DIRECTORIES, version_of};
use super::http::Connection;
use super::{Contender, ContenderError, Identity, Program, Role, RoundTrips};
use crate::helper::{pin_to, unpin};
use crate::scratch::Scratch;
use crate::session::Observation;

/// Longest wait for the server to come up or to answer.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) struct GoJudge {
    program: PathBuf,
    directory: PathBuf,
    server: Option<Server>,
}

struct Server {
    process: Child,
    address: SocketAddr,
    token: String,
    connection: Connection,
}

impl GoJudge {
    pub(super) fn new(program: PathBuf, scratch: &Scratch) -> Self {
        Self { program, directory: scratch.path().to_owned(), server: None }
    }

    /// The container's mounts; JSON is YAML too. All programs of an experiment lie in the scratch
    /// directory or in the system's, so one server serves them all.
    fn mounts(&self) -> Value {
        let scratch = self.directory.to_string_lossy();
        let bind =
            |path: &str| json!({"type": "bind", "source": path, "target": path, "readonly": true});
        let tmpfs =
            |path| json!({"type": "tmpfs", "target": path, "data": "size=64m,nr_inodes=4k"});
        let mut mounts: Vec<Value> = SYSTEM_DIRECTORIES.map(bind).to_vec();
        mounts.extend([bind(&scratch), tmpfs("/w"), tmpfs("/tmp")]);
        json!({"mount": mounts, "proc": true, "workDir": "/w", "hostName": "lab",
               "domainName": "lab", "uid": 1536, "gid": 1536})
    }

    fn start(&self) -> Result<Server, ContenderError> {
        let mounts = self.directory.join("go-judge-mounts.yaml");
        fs::write(&mounts, self.mounts().to_string())
            .map_err(ContenderError::while_doing("writing the mount table"))?;
        let address = free_address().map_err(ContenderError::while_doing("finding a free port"))?;
        let token = random_token().map_err(ContenderError::while_doing("drawing a token"))?;
        let mut process = Command::new(&self.program)
            .args(["-http-addr", &address.to_string(), "-silent", "-pre-fork", "2"])
            .arg("-mount-conf")
            .arg(&mounts)
            .env("ES_AUTH_TOKEN", &token)
            // Its default configuration files are looked for in the working directory.
            .current_dir(&self.directory)
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|source| ContenderError::Start { program: "go-judge".to_owned(), source })?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            match Connection::open(address, &token, PATIENCE) {
                Ok(connection) => {
                    return Ok(Server { process, address, token, connection });
                }
                Err(source) if Instant::now() > deadline => {
                    end(&mut process);
                    let action = "connecting to go-judge".to_owned();
                    return Err(ContenderError::SetUp { action, source });
                }
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
            if let Ok(Some(status)) = process.try_wait() {
                return Err(ContenderError::Run(format!("go-judge ended at once: {status}")));
            }
        }
    }

    fn server(&mut self) -> Result<&mut Server, ContenderError> {
        let server = match self.server.take() {
            Some(server) => server,
            None => self.start()?,
        };
        Ok(self.server.insert(server))
    }
}

impl Contender for GoJudge {
    fn identity(&self) -> Identity {
        Identity {
            name: "go-judge".to_owned(),
            role: Role::Peer,
            version: version_of(&self.program, "-version"),
            configuration: "two warm containers, read-only binds, tmpfs /w and /tmp, its default \
                            namespaces, no seccomp; HTTP on a kept connection"
                .to_owned(),
        }
    }

    fn prepare(&mut self, program: &Program) -> Result<(), ContenderError> {
        run_once(&mut self.server()?.connection, &request(program)).map(|_| ())
    }

    fn round_trips(
        &mut self,
        program: &Program,
        trips: &RoundTrips,
    ) -> Result<Vec<Observation>, ContenderError> {
        let request = request(program);
        let connection = &mut self.server()?.connection;
        // The client alone is pinned: the server's threads have their own affinity.
        let unpinned = trips.cpu.map(pin_to).transpose();
        let unpinned = unpinned.map_err(ContenderError::while_doing("pinning the client"))?;
        let observations = (0..trips.runs)
            .map(|_| {
                thread::sleep(trips.pause);
                run_once(connection, &request).map(Observation::wall)
            })
            .collect();
        if let Some(set) = unpinned {
            unpin(&set).map_err(ContenderError::while_doing("unpinning the client"))?;
        }
        observations
    }

    fn throughput(
        &mut self,
        program: &Program,
        clients: usize,
        wall: Duration,
    ) -> Result<Observation, ContenderError> {
        let request = request(program);
        let server = self.server()?;
        let connections = (0..clients)
            .map(|_| Connection::open(server.address, &server.token, PATIENCE))
            .collect::<Result<Vec<_>, _>>()
            .map_err(ContenderError::while_doing("connecting to go-judge"))?;
        let ends = thread::scope(|scope| {
            let running: Vec<_> = connections
                .into_iter()
                .map(|connection| scope.spawn(|| sustain(connection, &request, wall)))
                .collect();
            let joined = running.into_iter().map(|client| {
                client.join().unwrap_or_else(|_| {
                    Err(ContenderError::Protocol("a client panicked".to_owned()))
                })
            });
            joined.collect::<Result<Vec<_>, _>>()
        })?;
        Ok(together(&ends))
    }

    fn finish(&mut self) -> Result<(), ContenderError> {
        if let Some(mut server) = self.server.take() {
            end(&mut server.process);
        }
        Ok(())
    }
}

impl Drop for GoJudge {
    fn drop(&mut self) {
        let _ = self.finish();
    }
}

fn request(program: &Program) -> String {
    let collect = |name: &str| json!({"name": name, "max": 1024});
    let command = json!({
        "args": [program.path],
        "env": ["PATH=/usr/bin:/bin"],
        "files": [{"content": ""}, collect("stdout"), collect("stderr")],
        "cpuLimit": 1_000_000_000_u64,
        "clockLimit": 5_000_000_000_u64,
        "memoryLimit": 256 << 20,
        "procLimit": 64,
    });
    json!({"cmd": [command]}).to_string()
}

/// One run; its wall time in nanoseconds as the client sees it.
fn run_once(connection: &mut Connection, request: &str) -> Result<u64, ContenderError> {
    let start = Instant::now();
    let (code, body) = connection
        .post("/run", request)
        .map_err(ContenderError::while_doing("asking go-judge for a run"))?;
    let elapsed = start.elapsed().as_nanos() as u64;
    let answer: Value = serde_json::from_slice(&body).unwrap_or_default();
    if code == 200 && answer[0]["status"] == "Accepted" {
        return Ok(elapsed);
    }
    let text = String::from_utf8_lossy(&body);
    Err(ContenderError::Run(format!("go-judge answered {code}: {}", text.trim())))
}

fn sustain(
    mut connection: Connection,
    request: &str,
    wall: Duration,
) -> Result<(u64, Duration), ContenderError> {
    let start = Instant::now();
    let mut runs = 0;
    while start.elapsed() < wall {
        run_once(&mut connection, request)?;
        runs += 1;
    }
    Ok((runs, start.elapsed()))
}

/// An address that was free a moment ago; should another take it, the server fails to start.
fn free_address() -> std::io::Result<SocketAddr> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}

/// Keeps other users of the host from running programs on our server.
fn random_token() -> std::io::Result<String> {
    let mut bytes = [0_u8; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Asks the server to end, so that it removes its cgroups, and insists after three seconds.
fn end(process: &mut Child) {
    let Some(pid) = Pid::from_raw(process.id().cast_signed()) else {
        return;
    };
    let _ = kill_process(pid, Signal::TERM);
    for _ in 0..300 {
        if let Ok(Some(_)) = process.try_wait() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let _ = kill_process_group(pid, Signal::KILL);
    let _ = process.wait();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader, Write};

    /// A server that says `answer` to one request and gives back the request's body.
    fn answering(answer: &'static str) -> (SocketAddr, thread::JoinHandle<Value>) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback works");
        let address = listener.local_addr().expect("is bound");
        let server = thread::spawn(move || {
            let (stream, _) = listener.accept().expect("a client comes");
            let mut stream = BufReader::new(stream);
            let (mut length, mut line) = (0, String::new());
            while line != "\r\n" {
                line.clear();
                stream.read_line(&mut line).expect("a request");
                if let Some(value) = line.strip_prefix("Content-Length: ") {
                    length = value.trim().parse().expect("a number");
                }
            }
            let mut body = vec![0; length];
            stream.read_exact(&mut body).expect("the body");
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", answer.len());
            stream.get_mut().write_all((head + answer).as_bytes()).expect("the client reads");
            serde_json::from_slice(&body).expect("JSON")
        });
        (address, server)
    }

    #[test]
    fn a_run_is_accepted_or_an_error_in_the_servers_words() {
        let program = Program { name: "true".into(), path: "/bin/true".into(), directory: None };
        let ask = |answer| {
            let (address, server) = answering(answer);
            let mut connection = Connection::open(address, "t", PATIENCE).expect("connects");
            let result = run_once(&mut connection, &request(&program));
            (result, server.join().expect("the server ends"))
        };
        let (result, body) = ask(r#"[{"status":"Accepted","exitStatus":0}]"#);
        assert!(result.is_ok(), "{result:?}");
        assert_eq!(body["cmd"][0]["args"], json!(["/bin/true"]));
        let (result, _) = ask(r#"[{"status":"Internal Error","error":"no cgroup"}]"#);
        let message = result.expect_err("was not accepted").to_string();
        assert!(message.contains("no cgroup"), "{message}");
    }
}
