//! Several processes of a submission in conversation with a manager, through named pipes.
//!
//! Each process sees two named pipes, or has them as its standard streams; the manager sees all of
//! them. Opening a named pipe waits for somebody at its other end, so a program that ends before it has
//! opened its pipes would leave the others waiting for ever. The judge stands in for those who have
//! ended: every few milliseconds it opens and closes their ends, which wakes whoever waits in an open,
//! and shows an end to whoever reads and a broken pipe to whoever writes.

use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{self, WatchFlags};
use rustix::fs::{CWD, FileType, Mode, OFlags, chmod, fcntl_setfl, mknodat};
use rustix::io::Errno;
use sandglass_sandbox::{Error, Input, Lane, Outcome, Output, Request, Run};

use super::blocked::LOOK;
use super::clock::{Delay, InOurHands, Since};
use super::process::{Activity, Life, Watched};
use crate::error::JudgeError;

/// How long after its last limit a run may take to end before we call it our failure.
const PATIENCE: Duration = Duration::from_secs(30);

/// Two named pipes in a folder of the host.
#[derive(Clone, Debug)]
pub(crate) struct Pipes {
    /// From the process to the manager.
    from: PathBuf,
    /// From the manager to the process.
    to: PathBuf,
}

impl Pipes {
    /// Makes them in `folder`, which exists.
    pub(crate) fn make(folder: &Path) -> Result<Pipes, Errno> {
        let pipes = Pipes { from: folder.join("from"), to: folder.join("to") };
        for path in [&pipes.from, &pipes.to] {
            mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o666), 0)?;
            // Whatever the mask of this process is: the sandbox's user is another one.
            chmod(path, Mode::from_raw_mode(0o666))?;
        }
        Ok(pipes)
    }

    /// Stands in for somebody who is gone.
    fn poke(&self) {
        for path in [&self.from, &self.to] {
            // Nobody waits where it cannot be opened.
            drop(rustix::fs::open(
                path,
                OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC,
                Mode::empty(),
            ));
        }
    }
}

/// One process of the submission, to be.
pub(crate) struct Member {
    pub(crate) request: Request,
    pub(crate) pipes: Pipes,
}

/// All of them, and their manager.
pub(crate) struct Group<'a> {
    /// One for each member, and one for the manager.
    pub(crate) lanes: &'a [Lane],
    pub(crate) members: Vec<Member>,
    /// Whether the pipes are the members' standard streams.
    pub(crate) stdio: bool,
    pub(crate) manager: Request,
    /// Bytes that all members together may write.
    pub(crate) output: u64,
    /// Wall time of the submission, without the time that the manager uses or waits for a CPU.
    pub(crate) wall_time: Duration,
    /// Wall time of the manager after the last member's end, without waits for a CPU.
    pub(crate) manager_time: Duration,
    /// Wall time after which all have reached limits of their own.
    pub(crate) longest: Duration,
}

/// What became of a group.
#[derive(Debug)]
pub(crate) struct Gathered {
    /// The members' outcomes, and whether each ended after the manager had.
    pub(crate) members: Vec<(Outcome, bool)>,
    /// `None` where it was killed because a member's failure had decided.
    pub(crate) manager: Option<Outcome>,
    /// The submission's wall time ran out by our clock.
    pub(crate) out_of_time: bool,
    /// It did so while all members waited for a manager that slept.
    pub(crate) manager_slept: bool,
    /// The manager did not end after the members had.
    pub(crate) manager_late: bool,
    /// The members wrote more than they may.
    pub(crate) overflowed: bool,
    /// Bytes that they were seen to have written.
    pub(crate) written: u64,
}

/// The judge's ends of a member's standard streams, until the manager has opened its own: a writer to
/// the member and a reader of it.
#[derive(Debug, Default)]
struct Ends {
    writer: Option<OwnedFd>,
    reader: Option<OwnedFd>,
}

struct Running<'a> {
    run: Option<Run<'a>>,
    outcome: Option<Outcome>,
    after_manager: bool,
    ends: Ends,
    watches: [Option<i32>; 2],
    delay: Delay,
    /// What it did at the last look.
    activity: Option<Activity>,
    /// Bytes that it was last seen to have written.
    written: u64,
}

impl Running<'_> {
    /// Looks at it.
    fn look(&mut self, now: Instant) {
        self.activity = None;
        let Some(process) = self.run.as_ref().and_then(Run::process) else { return };
        let watched = Watched::new(process);
        if let Life::Alive(activity) = watched.look() {
            self.delay.look(&activity, now);
            self.written = self.written.max(watched.written());
            self.activity = Some(activity);
        }
    }

    /// Whether it has ended, or waits for the manager's words.
    fn waits_for_manager(&self) -> bool {
        self.outcome.is_some()
            || self
                .activity
                .is_some_and(|activity| activity.asleep && activity.reads && !activity.wakes_itself)
    }
}

impl Group<'_> {
    /// Lets them talk until all have ended.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub(crate) fn gather(&self) -> Result<Gathered, JudgeError> {
        let failed = |errno: Errno| JudgeError::system("join several programs", errno);
        let start = |error: Error| JudgeError::sandbox("start programs that are to talk", &error);
        let flags = inotify::CreateFlags::CLOEXEC | inotify::CreateFlags::NONBLOCK;
        let opens = if self.stdio { Some(inotify::init(flags).map_err(failed)?) } else { None };
        let mut members = Vec::with_capacity(self.members.len());
        let mut requests = Vec::with_capacity(self.members.len());
        for member in &self.members {
            let mut running = Running {
                run: None,
                outcome: None,
                after_manager: false,
                ends: Ends::default(),
                watches: [None; 2],
                delay: Delay::default(),
                activity: None,
                written: 0,
            };
            let mut request = member.request.clone().announce(true).lane_session(true);
            if let Some(opens) = &opens {
                let (input, output, ends) = streams(&member.pipes).map_err(failed)?;
                request = request
                    .stdin(Input::Descriptor(Arc::new(input)))
                    .stdout(Output::Descriptor(Arc::new(output)));
                running.ends = ends;
                for (watch, path) in
                    running.watches.iter_mut().zip([&member.pipes.to, &member.pipes.from])
                {
                    *watch = inotify::add_watch(opens, path, WatchFlags::OPEN).ok();
                }
            }
            requests.push(request);
            members.push(running);
        }
        let Some((manager_lane, lanes)) = self.lanes.split_last() else {
            return Err(JudgeError::system("join several programs", "there is no lane"));
        };
        let mut manager = Some(
            manager_lane
                .submit(&self.manager.clone().announce(true).lane_session(true))
                .map_err(start)?,
        );
        for ((running, lane), request) in members.iter_mut().zip(lanes).zip(requests) {
            running.run = Some(lane.submit(&request).map_err(start)?);
        }
        let started = Instant::now();
        let mut manager_outcome: Option<Outcome> = None;
        let mut delay = Delay::default();
        let mut manager_busy = Duration::ZERO;
        let (mut out_of_time, mut manager_slept) = (false, false);
        let (mut manager_killed, mut manager_late) = (false, false);
        let (clock, mut ours) = (Since::new(started), InOurHands::default());
        // Since when the manager is alone, and what it had waited for a CPU until then.
        let mut alone: Option<(Since, Duration)> = None;
        let mut overflowed = false;
        while manager_outcome.is_none() || members.iter().any(|member| member.outcome.is_none()) {
            if let Some(opens) = &opens {
                let_go(opens, &mut members).map_err(failed)?;
            }
            let lost =
                |error: Error| JudgeError::sandbox("run one of several programs that talk", &error);
            if manager.as_ref().is_some_and(Run::is_done)
                && let Some(run) = manager.take()
            {
                manager_outcome = Some(run.wait().map_err(lost)?);
            }
            for member in &mut members {
                if !member.run.as_ref().is_some_and(Run::is_done) {
                    continue;
                }
                let Some(run) = member.run.take() else { continue };
                let outcome = run.wait().map_err(lost)?;
                member.after_manager = manager_outcome.is_some();
                let failure = !outcome.success() && !member.after_manager;
                member.outcome = Some(outcome);
                member.ends = Ends::default();
                if let (true, Some(manager)) = (failure, &manager) {
                    // It has decided, and nobody needs to wait for the others.
                    manager_killed = true;
                    manager.kill().ok();
                }
            }
            let now = Instant::now();
            let manager_does = match manager.as_ref().and_then(Run::process).map(Watched::new) {
                Some(watched) => match watched.look() {
                    Life::Alive(activity) => Some(activity),
                    Life::Exiting => None,
                },
                None => None,
            };
            if let Some(activity) = &manager_does {
                manager_busy = manager_busy.max(activity.cpu + delay.look(activity, now));
            }
            members.iter_mut().for_each(|member| member.look(now));
            let somebody = manager_does.is_none() && manager_outcome.is_none()
                || members
                    .iter()
                    .any(|member| member.activity.is_none() && member.outcome.is_none());
            let lived = clock.lived(now).saturating_sub(ours.look(somebody, now));
            // Each waits for the others, so what kept one of them from running kept all.
            let delayed: Duration = members.iter().map(|member| member.delay.so_far()).sum();
            let left = members.iter().any(|member| member.outcome.is_none());
            if left && !out_of_time && lived >= self.wall_time + manager_busy + delayed {
                out_of_time = true;
                manager_slept = members.iter().all(Running::waits_for_manager)
                    && manager_does.is_some_and(|does| does.asleep && does.wakes_itself);
            }
            if !left && let Some(manager) = &manager {
                let (since, before) =
                    *alone.get_or_insert_with(|| (Since::new(now), delay.so_far()));
                if since.lived(now) >= self.manager_time + (delay.so_far() - before) {
                    // Where a member's failure has decided, nothing of its own is asked of it.
                    let decided = manager_killed || out_of_time || overflowed;
                    manager_late |= !decided;
                    manager_killed |= decided;
                    manager.kill().ok();
                }
            }
            let written: u64 = members.iter().map(|member| member.written).sum();
            overflowed |= written > self.output && manager_outcome.is_none();
            if manager_outcome.is_some() {
                members.iter_mut().for_each(|member| member.ends = Ends::default());
            }
            for (member, plan) in members.iter().zip(&self.members) {
                if (out_of_time || overflowed || manager_killed)
                    && let Some(run) = &member.run
                {
                    // One that is over cannot be killed any more, and need not be.
                    run.kill().ok();
                }
                if member.outcome.is_some() || manager_outcome.is_some() {
                    plan.pipes.poke();
                }
            }
            if now - started > self.longest + PATIENCE {
                return Err(JudgeError::system(
                    "judge a conversation",
                    "it did not end at its limit",
                ));
            }
            pause(&manager, &members, opens.as_ref()).map_err(failed)?;
        }
        let written = members.iter().map(|member| member.written).sum();
        let members = members
            .into_iter()
            .map(|member| Some((member.outcome?, member.after_manager)))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| JudgeError::system("join several programs", "an outcome is lost"))?;
        let manager = manager_outcome.filter(|_| !manager_killed);
        Ok(Gathered {
            members,
            manager,
            out_of_time,
            manager_slept,
            manager_late,
            overflowed,
            written,
        })
    }
}

/// A member's standard input and output, opened without waiting for the manager.
fn streams(pipes: &Pipes) -> Result<(OwnedFd, OwnedFd, Ends), Errno> {
    let open = |path: &Path, flags: OFlags| {
        rustix::fs::open(path, flags | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())
    };
    let input = open(&pipes.to, OFlags::RDONLY)?;
    let writer = open(&pipes.to, OFlags::WRONLY)?;
    let reader = open(&pipes.from, OFlags::RDONLY)?;
    let output = open(&pipes.from, OFlags::WRONLY)?;
    for end in [&input, &output] {
        // The program sees ordinary pipes.
        fcntl_setfl(end, OFlags::empty())?;
    }
    Ok((input, output, Ends { writer: Some(writer), reader: Some(reader) }))
}

/// Lets go of ends that the manager has opened its own of.
fn let_go(opens: &OwnedFd, members: &mut [Running<'_>]) -> Result<(), Errno> {
    let mut buffer = [const { std::mem::MaybeUninit::uninit() }; 4096];
    let mut reader = inotify::Reader::new(opens, &mut buffer);
    loop {
        match reader.next() {
            Ok(event) => {
                for member in &mut *members {
                    let [to, from] = member.watches;
                    if to == Some(event.wd()) {
                        member.ends.writer = None;
                    }
                    if from == Some(event.wd()) {
                        member.ends.reader = None;
                    }
                }
            }
            Err(Errno::AGAIN) => return Ok(()),
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
    }
}

/// Waits until something may have happened.
fn pause(
    manager: &Option<Run<'_>>,
    members: &[Running<'_>],
    opens: Option<&OwnedFd>,
) -> Result<(), Errno> {
    let runs = members.iter().filter_map(|member| member.run.as_ref()).chain(manager);
    let news: Vec<Arc<OwnedFd>> = runs.filter_map(Run::news).collect();
    let mut polls: Vec<PollFd<'_>> =
        news.iter().map(|socket| PollFd::new(socket, PollFlags::IN)).collect();
    polls.extend(opens.map(|opens| PollFd::from_borrowed_fd(opens.as_fd(), PollFlags::IN)));
    let timeout = Timespec { tv_sec: 0, tv_nsec: LOOK.subsec_nanos().into() };
    match poll(&mut polls, Some(&timeout)) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(errno) => Err(errno),
    }
}
