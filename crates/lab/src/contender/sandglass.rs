//! Our own sandbox, with all its walls up.
//!
//! Two subjects: one whose next cell stands ready when the request comes, as it does for a user
//! who leaves a lane a few milliseconds between requests, and one that builds a cell only when the
//! request is there, the worst case. The variants make one more namespace for each request, of
//! the second subject, where the client waits for it.

use std::num::NonZero;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use sandglass_sandbox::{Error, Lane, LaneOptions, Limits, Outcome, Request, View};

use super::command::together;
use super::{Contender, ContenderError, Identity, Program, Role, RoundTrips};
use crate::helper::{allowed_cpus, pin_to, unpin};
use crate::session::Observation;
use crate::spawn::{ProcessMemory, Step, StepTimings, children_of, parent_of};

const BUILT_AHEAD: &str = "sandglass (cell built ahead)";
const NOTHING_AHEAD: &str = "sandglass (nothing built ahead)";

/// Rest before a request in which a cell is built; not measured.
pub(crate) const BUILDING_TIME: Duration = Duration::from_millis(3);

/// A namespace made for each request, and what the breakdown calls it.
const VARIANTS: [(&str, &str, [bool; 3]); 3] = [
    ("network", "New network namespace for each request", [false, false, true]),
    ("IPC", "New IPC namespace for each request", [false, true, false]),
    ("user", "New user namespace for each request", [true, false, false]),
];

/// Our sandbox as an experiment sees it: two subjects and the variants of the second.
pub fn sandglass() -> Vec<Box<dyn Contender>> {
    let subject = |name: &str, build_ahead| Sandglass {
        name: name.to_owned(),
        role: Role::Subject,
        build_ahead,
        fresh: [false; 3],
        lane: None,
        last: None,
        requests: 0,
        ready: 0,
    };
    let mut all = vec![subject(BUILT_AHEAD, true), subject(NOTHING_AHEAD, false)];
    all.extend(VARIANTS.map(|(namespace, change, fresh)| Sandglass {
        role: Role::Variant { of: NOTHING_AHEAD.to_owned(), change: change.to_owned() },
        fresh,
        ..subject(&format!("sandglass (new {namespace} namespace)"), false)
    }));
    all.into_iter().map(|contender| Box::new(contender) as Box<dyn Contender>).collect()
}

struct Sandglass {
    name: String,
    role: Role,
    build_ahead: bool,
    /// User, IPC and network namespace made anew for each request.
    fresh: [bool; 3],
    /// The lane of the round trips, and the CPU that it is pinned to.
    lane: Option<(Option<usize>, Lane)>,
    /// The walls of the last run, in words.
    last: Option<String>,
    /// Round trips, and how many of them found their cell ready.
    requests: u64,
    ready: u64,
}

fn said(error: Error) -> ContenderError {
    ContenderError::Run(match error.hint() {
        Some(hint) => format!("{error} ({hint})"),
        None => error.to_string(),
    })
}

fn succeeded(outcome: Outcome) -> Result<Outcome, ContenderError> {
    if outcome.success() {
        return Ok(outcome);
    }
    let (cause, code) = (outcome.cause.name(), outcome.exit_code);
    Err(ContenderError::Run(format!("ended by {cause}, exit code {code:?}")))
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl Sandglass {
    fn request(&self, program: &Program) -> Request {
        let [user, ipc, network] = self.fresh;
        let mut view = View::system().tmpfs("/tmp", 16 << 20).fresh_namespaces(user, ipc, network);
        if let Some(directory) = &program.directory {
            view = view.bind(directory, directory);
        }
        Request::new(&program.path).view(view).limits(Limits {
            cpu_time: Some(Duration::from_secs(10)),
            wall_time: Some(Duration::from_secs(20)),
            memory: Some(256 << 20),
            processes: Some(1),
            ..Limits::default()
        })
    }

    fn new_lane(&self, cpu: Option<usize>) -> Result<Lane, ContenderError> {
        let cpus = cpu.into_iter().collect();
        let options = LaneOptions { cpus, build_ahead: self.build_ahead, ..LaneOptions::default() };
        Lane::new(&options).map_err(said)
    }

    /// The lane that is pinned so, made if there is none.
    fn lane(&mut self, cpu: Option<usize>) -> Result<&Lane, ContenderError> {
        if !matches!(&self.lane, Some((pinned, _)) if *pinned == cpu) {
            self.lane = None;
            self.lane = Some((cpu, self.new_lane(cpu)?));
        }
        match &self.lane {
            Some((_, lane)) => Ok(lane),
            None => Err(ContenderError::Protocol("the lane is gone".to_owned())),
        }
    }

    /// Runs one request after the other and gives each with its wall time.
    fn requests(
        &mut self,
        program: &Program,
        runs: usize,
        pause: Duration,
        cpu: Option<usize>,
    ) -> Result<Vec<(u64, Outcome)>, ContenderError> {
        let request = self.request(program);
        let pause = if self.build_ahead { pause.max(BUILDING_TIME) } else { pause };
        let lane = self.lane(cpu)?;
        if pause > Duration::ZERO {
            // Nobody knows whether the last cell was for this program.
            lane.prepare(&request).map_err(said)?;
        }
        let mut measured = Vec::with_capacity(runs);
        for _ in 0..runs {
            if pause > Duration::ZERO {
                thread::sleep(pause);
            }
            let start = Instant::now();
            let outcome = lane.run(&request).map_err(said)?;
            let wall_ns = nanoseconds(start.elapsed());
            measured.push((wall_ns, succeeded(outcome)?));
        }
        self.requests += runs as u64;
        let ready = measured.iter().filter(|(_, outcome)| outcome.protections.built_ahead);
        self.ready += ready.count() as u64;
        Ok(measured)
    }
}

/// The walls of a run, in words.
fn walls(outcome: &Outcome) -> String {
    let weaknesses: Vec<&str> = outcome.weaknesses.iter().map(|weakness| weakness.name()).collect();
    format!(
        "namespaces {}; policy program {}; Landlock {}; cgroups {}; weaknesses: {}",
        outcome.protections.namespaces.join(", "),
        if outcome.protections.seccomp { "in force" } else { "not in force" },
        outcome.protections.landlock,
        outcome.backend.name(),
        if weaknesses.is_empty() { "none".to_owned() } else { weaknesses.join(", ") },
    )
}

impl Contender for Sandglass {
    fn identity(&self) -> Identity {
        let mut configuration =
            "the system's directories, tmpfs of 16 MiB on /tmp, limits cpu 10 s, wall 20 s, memory \
             256 MiB, processes 1"
                .to_owned();
        if let Some(walls) = &self.last {
            configuration += &format!("; {walls}");
        }
        if self.build_ahead {
            configuration += &format!(
                "; rests at least {} ms before each round trip, whatever the others do; {} of {} round \
                 trips found their cell ready",
                BUILDING_TIME.as_millis(),
                self.ready,
                self.requests
            );
        }
        configuration += "; throughput: one lane and client thread each CPU, pinned to it";
        Identity {
            name: self.name.clone(),
            role: self.role.clone(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            configuration,
        }
    }

    fn prepare(&mut self, program: &Program) -> Result<(), ContenderError> {
        let request = self.request(program);
        let outcome = succeeded(self.lane(None)?.run(&request).map_err(said)?)?;
        self.last = Some(walls(&outcome));
        Ok(())
    }

    fn round_trips(
        &mut self,
        program: &Program,
        trips: &RoundTrips,
    ) -> Result<Vec<Observation>, ContenderError> {
        let unpinned = trips.cpu.map(pin_to).transpose();
        let unpinned = unpinned.map_err(ContenderError::while_doing("pinning the client"))?;
        let measured = self.requests(program, trips.runs, trips.pause, trips.cpu);
        if let Some(set) = unpinned {
            unpin(&set).map_err(ContenderError::while_doing("unpinning the client"))?;
        }
        let observed = measured?.into_iter().map(|(wall_ns, outcome)| Observation {
            cpu_user_ns: Some(nanoseconds(outcome.cpu_user)),
            cpu_system_ns: Some(nanoseconds(outcome.cpu_system)),
            ..Observation::wall(wall_ns)
        });
        Ok(observed.collect())
    }

    fn throughput(
        &mut self,
        program: &Program,
        clients: usize,
        wall: Duration,
    ) -> Result<Observation, ContenderError> {
        let allowed =
            allowed_cpus().map_err(ContenderError::while_doing("reading the allowed CPUs"))?;
        let count = NonZero::new(allowed.len()).map_or(1, NonZero::get);
        let request = self.request(program);
        let mut lanes = Vec::new();
        for client in 0..clients {
            let cpu = allowed.get(client % count).copied();
            let lane = self.new_lane(cpu)?;
            succeeded(lane.run(&request).map_err(said)?)?;
            lanes.push((cpu, lane));
        }
        let start = Barrier::new(clients);
        let client = |cpu: Option<usize>, lane: &Lane| {
            let pinned = cpu.map(pin_to).transpose();
            start.wait();
            pinned.map_err(ContenderError::while_doing("pinning a client"))?;
            let begin = Instant::now();
            let mut runs = 0;
            while begin.elapsed() < wall {
                succeeded(lane.run(&request).map_err(said)?)?;
                runs += 1;
            }
            Ok((runs, begin.elapsed()))
        };
        let ends: Result<Vec<_>, ContenderError> = thread::scope(|scope| {
            let threads: Vec<_> =
                lanes.iter().map(|(cpu, lane)| scope.spawn(|| client(*cpu, lane))).collect();
            let ended = threads.into_iter().map(|thread| match thread.join() {
                Ok(end) => end,
                Err(_) => Err(ContenderError::Run("a client thread panicked".to_owned())),
            });
            ended.collect()
        });
        Ok(together(&ends?))
    }

    fn step_timings(
        &mut self,
        program: &Program,
        runs: usize,
    ) -> Result<Option<StepTimings>, ContenderError> {
        if self.role != Role::Subject {
            return Ok(None);
        }
        let measured = self.requests(program, runs, Duration::ZERO, None)?;
        let step = |name: &str, of: &dyn Fn(u64, &Outcome) -> u64| Step {
            name: name.to_owned(),
            on_path: true,
            samples_ns: measured.iter().map(|(wall, outcome)| of(*wall, outcome)).collect(),
        };
        let steps = vec![
            step("cell: request taken until its cell stands ready", &|_, outcome| {
                nanoseconds(outcome.steps.cell)
            }),
            step("prepare: limits set, launcher told to go", &|_, outcome| {
                nanoseconds(outcome.steps.prepare)
            }),
            step("launch: until the exec", &|_, outcome| nanoseconds(outcome.steps.launch)),
            step("run: exec until death", &|_, outcome| nanoseconds(outcome.steps.run)),
            step("collect: death until the answer", &|_, outcome| {
                nanoseconds(outcome.steps.collect)
            }),
            step("to the lane and back: the rest", &|wall, outcome| {
                let steps = &outcome.steps;
                let inside = steps.cell + steps.prepare + steps.launch + steps.run + steps.collect;
                wall.saturating_sub(nanoseconds(inside))
            }),
        ];
        Ok(Some(StepTimings { steps }))
    }

    fn idle_memory(
        &mut self,
        program: &Program,
    ) -> Result<Option<Vec<ProcessMemory>>, ContenderError> {
        if self.role != Role::Subject {
            return Ok(None);
        }
        let request = self.request(program);
        let build_ahead = self.build_ahead;
        let lane = self.lane(None)?;
        succeeded(lane.run(&request).map_err(said)?)?;
        // Until the next cell stands and the last one is gone.
        thread::sleep(Duration::from_millis(200));
        let supervisor = lane.facts().supervisor;
        let read = || {
            let guardian = parent_of(supervisor)?;
            let mut processes = vec![
                ProcessMemory::read("guardian", guardian)?,
                ProcessMemory::read("supervisor", supervisor)?,
            ];
            // The launcher is the cell's child and shares the memory of its init process.
            for cell in children_of(supervisor)? {
                match ProcessMemory::read("cell (init and launcher)", cell) {
                    Ok(memory) => processes.push(memory),
                    // The last run's, dead and not reaped before the next request: no memory.
                    Err(error) if error.raw_os_error() == Some(libc::ESRCH) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(processes)
        };
        let processes = read().map_err(ContenderError::while_doing("reading the lane's memory"))?;
        if build_ahead && processes.len() < 3 {
            return Err(ContenderError::Run("no cell was built ahead".to_owned()));
        }
        Ok(Some(processes))
    }

    fn finish(&mut self) -> Result<(), ContenderError> {
        // Dropping a lane waits until everything that it made is gone.
        self.lane = None;
        Ok(())
    }
}
