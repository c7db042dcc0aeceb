//! A run in which Main and the programs of a submission call each other.

use std::time::Duration;

use sandglass_channel::{Abilities, Affinity, Cause as Ending, End, Fault, Transport};
use sandglass_package::TestCase;
use sandglass_sandbox::{Cause, Output};

use super::checking::TestFiles;
use super::end::{RunEnd, Tally, Told, failure_of};
use super::{TestRuns, spooling};
use crate::calls::{Exchange, Log, Played, PlayedSide, Player, Seen, Stop, abilities};
use crate::check::CheckerReport;
use crate::error::JudgeError;
use crate::helper::{Body, Helper, HelperEnd, HelperRun};
use crate::lanes::Station;
use crate::limits::{MOST_PUT_OFF, TestLimits, wall_time};
use crate::report::{CallsReport, TestReport};
use crate::scratch::SharedFile;
use crate::verdict::Verdict;

/// Exit statuses of Main that are a verdict by themselves, as those of an output validator.
const ACCEPTS: i32 = 42;
const REJECTS: i32 = 43;

/// Bytes of each stream of a submission's program that are kept.
const KEPT: u64 = 4 << 10;

/// Bytes of a transcript.
const TRANSCRIPT: usize = 1 << 20;

impl TestRuns<'_> {
    /// Lets Main and the submission call each other.
    pub(super) fn calls(
        &self,
        station: &mut Station,
        test: &TestCase,
        limits: &TestLimits,
    ) -> Result<TestReport, JudgeError> {
        let lost = || JudgeError::system(format!("run test {}", test.name), "Main is lost");
        let helper = self.programs.main.as_ref().ok_or_else(lost)?;
        let model = self.task.as_ref().ok_or_else(lost)?;
        let files = TestFiles::read(self.package, test)?;
        let longest = limits.wall_time + wall_time(self.programs.limits.time);
        let mut run = HelperRun::new(helper, self.programs.limits);
        run.arguments.clone_from(&test.arguments);
        if run.arguments.is_empty() {
            let name = test.name.rsplit('/').next().unwrap_or(&test.name);
            run.arguments.push(name.to_owned());
        }
        run.stdin = files.input.input().map_err(spooling)?;
        let mut main = self.with_files(run.request()?, test)?;
        // The clock of the exchange is the exact one: it leaves out the time that Main uses, and the time
        // for which a busy machine keeps anybody from running. Those of the lanes come long after it.
        main.limits_mut().wall_time = Some(longest * MOST_PUT_OFF);
        let mut peers = Vec::new();
        for (name, request) in &self.requests {
            let mut request = request
                .clone()
                .stdout(Output::Capture { limit: KEPT })
                .stderr(Output::Capture { limit: KEPT });
            *request.limits_mut() = limits.for_sandbox();
            request.limits_mut().wall_time = Some(longest * MOST_PUT_OFF);
            if let Some(cpu) = station.cpu() {
                request = request.cpus(&[cpu]);
            }
            peers.push((name.clone(), request));
        }
        if let Some(cpu) = station.cpu() {
            main = main.cpus(&[cpu]);
        }
        let transports = vec![self.transport(helper, station.cpu().is_some()); peers.len()];
        let mut log = self.transcript.then(|| Log::new(model, TRANSCRIPT));
        let mut see = log.as_mut().map(|log| |seen: Seen| log.see(&seen));
        let lanes = station.lanes(peers.len() + 1)?;
        let player = |(lane, (name, request))| Player { name, lane, request };
        let played = Exchange {
            main: Player {
                name: model.main().name.clone(),
                lane: &lanes[peers.len()],
                request: main,
            },
            peers: lanes.iter().zip(peers).map(player).collect(),
            transports,
            wall_time: limits.wall_time,
            main_time: wall_time(self.programs.limits.time),
            longest: longest * 2 * MOST_PUT_OFF,
        }
        .play_seen(see.as_mut().map(|see| see as &mut dyn FnMut(Seen)))?;
        let mut report = self.judge_calls(station, test, limits, &run, played)?;
        if let (Some(calls), Some(log)) = (&mut report.calls, log) {
            (calls.transcript, calls.transcript_cut) = log.end();
        }
        Ok(report)
    }

    /// The fastest way that Main's language and the submission's can go.
    fn transport(&self, main: &Helper, one_cpu: bool) -> Transport {
        let of_main = match &main.body {
            Body::Program(program) => abilities(&program.language),
            Body::Folder(_) | Body::Grammar(_) => Abilities { shares_memory: false },
        };
        let affinity = if one_cpu { Affinity::Same } else { Affinity::None };
        Transport::choose(None, affinity, of_main.and(abilities(&self.language))).transport
    }

    fn judge_calls(
        &self,
        station: &mut Station,
        test: &TestCase,
        limits: &TestLimits,
        run: &HelperRun<'_>,
        played: Played,
    ) -> Result<TestReport, JudgeError> {
        let Played { cause, report, stop, sides } = played;
        let mut told = Told {
            calls: Some(CallsReport {
                words: cause.to_string(),
                cause: cause.clone(),
                silent_for: match stop {
                    Some(Stop::Silence(time)) => Some(time),
                    _ => None,
                },
                sessions: report.statistics,
                transcript: Vec::new(),
                transcript_cut: false,
            }),
            ..Told::default()
        };
        let mut sides = sides.into_iter();
        let main = sides.next().ok_or_else(|| JudgeError::system("run a task", "Main is lost"))?;
        let peers: Vec<PlayedSide> = sides.collect();
        let cpu_time: Duration = peers.iter().map(|peer| peer.charged).sum();
        let mut failure = match &cause {
            Ending::Peer { peer, fault, .. } => Some(self.verdict_on(fault, &peers, peer)),
            _ => None,
        };
        // All processes together may use the time of the test.
        let over = failure.is_none() && cpu_time > limits.cpu_time;
        if over {
            failure = Some(Verdict::TimeLimitExceeded);
        }
        let at_fault = match &cause {
            Ending::Peer { peer, .. } => peers.iter().position(|side| side.name == *peer),
            _ => None,
        };
        let verdict = match failure {
            Some(failure) => failure,
            None => self.verdict_of_main(station, test, run, &cause, main, &mut told)?,
        };
        let clock = at_fault.and_then(|at| clock(&peers[at].end));
        let ends = peers.into_iter().enumerate().map(|(at, peer)| {
            let stderr = peer.outcome.stderr_bytes().unwrap_or_default();
            RunEnd::new(peer.outcome, failure.filter(|_| Some(at) == at_fault), 0, &stderr)
        });
        let mut tally = Tally::new(limits);
        tally.add_together(ends.collect(), failure);
        let mut report = tally.report(test, verdict, told);
        if over {
            report.cause = Cause::CpuTimeLimit.name().to_owned();
        } else if let Some(clock) = clock {
            report.cause = clock.name().to_owned();
        }
        Ok(report)
    }

    /// What the fault of one of the submission's programs is called.
    fn verdict_on(&self, fault: &Fault, peers: &[PlayedSide], peer: &str) -> Verdict {
        match fault {
            Fault::Silent => Verdict::TimeLimitExceeded,
            // It said something wrong in the right form.
            Fault::Violation { kind } if matches!(kind.as_str(), "violation" | "refused") => {
                Verdict::WrongAnswer
            }
            Fault::Violation { .. } | Fault::Closed => Verdict::RunTimeError,
            Fault::Crashed { .. } | Fault::Exited { .. } | Fault::Limit { .. } => {
                let side = peers.iter().find(|side| side.name == *peer);
                let failure = side.map(|side| failure_of(&side.outcome, false, &self.language));
                // One that exited with 0 did so while it was to answer.
                failure.and_then(Result::ok).flatten().unwrap_or(Verdict::RunTimeError)
            }
        }
    }

    /// Main came to its own end, or is at fault: then so is the problem.
    fn verdict_of_main(
        &self,
        station: &mut Station,
        test: &TestCase,
        run: &HelperRun<'_>,
        cause: &Ending,
        main: PlayedSide,
        told: &mut Told,
    ) -> Result<Verdict, JudgeError> {
        let fault = |reason: String, end: &HelperEnd| run.fault(Some(&test.name), reason, end);
        let late = matches!(clock(&main.end), Some(Cause::WallTimeLimit))
            && main.outcome.cause == Cause::Killed;
        let end = run.end(main.outcome)?;
        let message = String::from_utf8_lossy(&end.stderr).trim().to_owned();
        let said = |accepted| CheckerReport {
            accepted,
            message: message.clone(),
            cpu_time: end.cpu_time,
            peak_memory_bytes: end.peak_memory_bytes,
            ..CheckerReport::default()
        };
        match cause {
            Ending::Verdict { code: 0 } => {
                let output = SharedFile::copy(&end.stdout[..]).map_err(spooling)?;
                let checked = self.checking().output(station, test, &output)?;
                (told.difference, told.checker) = (checked.difference, checked.checker);
                Ok(if checked.accepted { Verdict::Accepted } else { Verdict::WrongAnswer })
            }
            Ending::Verdict { code: ACCEPTS } => {
                told.checker = Some(said(true));
                Ok(Verdict::Accepted)
            }
            Ending::Verdict { code: REJECTS } => {
                told.checker = Some(said(false));
                Ok(Verdict::WrongAnswer)
            }
            Ending::Verdict { code } => {
                let reason = format!(
                    "it exited with {code}, and not with 0 (its output is checked), {ACCEPTS} \
                     (accepted) or {REJECTS} (wrong answer)"
                );
                Err(fault(reason, &end).into())
            }
            Ending::Unopened => {
                let step = format!("run test {}", test.name);
                Err(JudgeError::system(step, "the programs could not reach each other"))
            }
            _ if late => {
                let reason = "it did not end in time after the submission had ended".to_owned();
                Err(fault(reason, &end).into())
            }
            other if end.exit_code.is_none() => {
                let reason =
                    if end.reason.is_empty() { other.to_string() } else { end.reason.clone() };
                Err(fault(reason, &end).into())
            }
            other => Err(fault(other.to_string(), &end).into()),
        }
    }
}

/// The limit of ours that stopped a program.
fn clock(end: &End) -> Option<Cause> {
    let End::Limit { limit } = end else { return None };
    [Cause::IdleLimit, Cause::WallTimeLimit].into_iter().find(|cause| cause.name() == limit)
}
