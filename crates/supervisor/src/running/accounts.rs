//! The accounts of a run that is over: its cause and its figures.

use super::{Ended, Running};
use crate::cgroup::{Slot, weaknesses};
use crate::page::Word;
use sandglass_sys::{self as sys, Exit};
use sandglass_wire::{Backend, Cause, CopiedOut, RunFailure, RunOutcome, Stage, StepTimes};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

/// Bytes that the kernel may have charged in advance, on all CPUs together.
fn stocks() -> u64 {
    let cpus = sys::available_cpus().unwrap_or([1; 16]);
    cpus.iter().map(|word| u64::from(word.count_ones())).sum::<u64>() * 64 * 4096
}

impl Running {
    /// The accounts, closed.
    pub(crate) fn collect(
        &mut self,
        slot: &Slot,
        backend: Backend,
    ) -> Result<(RunOutcome, Vec<OwnedFd>), RunFailure> {
        let page = Arc::clone(&self.page);
        if page.get(Word::FailedStage) != 0 && self.fired.is_none() {
            return Err(self.cell.failure(self.run.id));
        }
        let reported = matches!(self.ended, Some(Ended::Reported { .. }));
        let (files, exit) = match self.ended.take() {
            Some(Ended::Reported { files }) => {
                let value = page.get(Word::ExitValue) as i32;
                let exit = match page.get(Word::ExitKind) {
                    1 => Exit::Code(value),
                    _ => Exit::Signal(value),
                };
                (files, exit)
            }
            _ => {
                page.set(
                    Word::Ended,
                    sys::monotonic_nanoseconds().saturating_sub(self.clock_behind),
                );
                self.reap_lost();
                (Vec::new(), Exit::Signal(9))
            }
        };
        let now = slot.counters();
        let base = self.clocks.base;
        let (cpu_user, cpu_system) = self.cpu(backend, &now);
        let oom_kills = now.oom_kills.saturating_sub(base.oom_kills);
        let refused = now.refused_processes.saturating_sub(base.refused_processes);
        let cause =
            self.cause(reported.then_some(exit), oom_kills, refused).ok_or_else(|| RunFailure {
                id: self.run.id,
                stage: Stage::Wait,
                errno: 0,
                subject: match self.owed.was_given_up() {
                    true => b"processes of the sandbox that were stopped from outside".to_vec(),
                    false => b"the init process was killed from outside".to_vec(),
                },
                request_at_fault: false,
            })?;
        let started = page.get(Word::Started);
        if started == 0 && self.fired.is_none() && oom_kills == 0 && exit == Exit::Signal(9) {
            // Nobody of ours did that, and the program has not lived.
            return Err(RunFailure {
                id: self.run.id,
                stage: Stage::Wait,
                errno: 0,
                subject: b"the launcher was killed from outside".to_vec(),
                request_at_fault: false,
            });
        }
        let ended = page.get(Word::Ended);
        let killed = self.killed.map(|time| time.saturating_sub(self.clock_behind));
        let lived_until = killed.map_or(ended, |killed| killed.min(ended));
        let wall_time = if started == 0 { 0 } else { lived_until.saturating_sub(started) };
        let peak_memory = match slot.peak_memory() {
            // The kernel charges in batches of 64 pages on each CPU: of what was charged before, so
            // much may be the run's own to come. A peak may be told too high by that, never too low.
            Some(peak) => peak.saturating_sub(self.charged.saturating_sub(stocks())),
            None => page.get(Word::PeakResident),
        };
        let mut descriptors = Vec::new();
        let mut captured = [None; 2];
        for (stream, pump) in &self.pumps {
            if let Some((file, length)) = pump.captured()
                && let Ok(file) = sys::duplicate_above(file, 3)
            {
                captured[*stream - 1] = Some(length);
                descriptors.push(file);
            }
        }
        descriptors.extend(files);
        let code = |exit| match exit {
            Exit::Code(code) => (Some(code as u64), None),
            Exit::Signal(signal) => (None, Some(signal as u64)),
        };
        let (exit_code, signal) = code(exit);
        let collected = sys::monotonic_nanoseconds();
        let end = lived_until + self.clock_behind;
        let outcome = RunOutcome {
            id: self.run.id,
            cause,
            exit_code,
            signal,
            system_call: self.system_call,
            wall_time,
            cpu_user,
            cpu_system,
            peak_memory,
            page_cache: (now.memory > base.memory + (1 << 20)).then(|| slot.page_cache()).flatten(),
            oom_kills,
            peak_processes: self.peak_processes(slot, &now),
            refused_processes: refused,
            switches: [page.get(Word::VoluntarySwitches), page.get(Word::InvoluntarySwitches)],
            faults: [page.get(Word::MinorFaults), page.get(Word::MajorFaults)],
            instructions: self.counter.as_ref().and_then(|counter| {
                let mut value = [0; 8];
                let length = sys::read(counter.as_fd(), &mut value).ok()?;
                (length == 8).then(|| u64::from_ne_bytes(value))
            }),
            output_bytes: (!self.pumps.is_empty()).then(|| self.output_bytes()),
            idle_time: self.run.limits.idle_time.map(|_| self.idle.total),
            captured,
            copied_out: self.copied_out(reported),
            protections: self.protections,
            weaknesses: weaknesses(backend).into_iter().chain(self.weaknesses.drain(..)).collect(),
            steps: StepTimes {
                cell: self.cell_ready.saturating_sub(self.arrived),
                prepare: self.gone.saturating_sub(self.cell_ready),
                launch: if started == 0 {
                    0
                } else {
                    (started + self.clock_behind).saturating_sub(self.gone)
                },
                run: wall_time,
                collect: collected.saturating_sub(end),
            },
        };
        Ok((outcome, descriptors))
    }

    /// The first reason; `None` where nothing that we know of has ended the run.
    /// `exit` is how the program ended, where the init process lived to report that all is over: its word
    /// alone closes the accounts.
    fn cause(&self, exit: Option<Exit>, oom_kills: u64, refused: u64) -> Option<Cause> {
        if let Some(cause) = self.fired {
            return Some(cause);
        }
        if oom_kills > 0 || exit.is_none() && self.had_no_room() {
            return Some(Cause::MemoryLimit);
        }
        const SIGSYS: i32 = 31;
        const SIGXCPU: i32 = 24;
        const SIGXFSZ: i32 = 25;
        Some(match exit? {
            Exit::Code(0) => Cause::Exited,
            _ if refused > 0 => Cause::ProcessLimit,
            Exit::Code(_) => Cause::Exited,
            Exit::Signal(SIGSYS) => Cause::PolicyViolation,
            Exit::Signal(SIGXFSZ) if self.run.limits.file_size.is_some() => Cause::OutputLimit,
            Exit::Signal(SIGXCPU) if self.run.limits.cpu_time.is_some() => Cause::CpuTimeLimit,
            Exit::Signal(_) => Cause::Signaled,
        })
    }

    /// Whether the memory limit was below what the launcher held before the exec. The kernel then kills it
    /// together with the init process, whose memory it shares and in whose cgroup such a kill is counted.
    fn had_no_room(&self) -> bool {
        self.page.get(Word::Started) == 0
            && self.run.limits.memory.is_some_and(|limit| limit < self.charged)
    }

    /// User and system time in nanoseconds, without what the launcher used.
    fn cpu(&self, backend: Backend, now: &crate::cgroup::Counters) -> (u64, u64) {
        let page = &self.page;
        let before = page.get(Word::CpuAtStart);
        if page.get(Word::Started) == 0 {
            return (0, 0);
        }
        let base = self.clocks.base;
        let (total, user, system) = if backend == Backend::Rlimit {
            let (user, system) = (page.get(Word::UserTime), page.get(Word::SystemTime));
            ((user + system) * 1000, user, system)
        } else {
            (
                now.cpu.saturating_sub(base.cpu) * 1000,
                now.user.saturating_sub(base.user),
                now.system.saturating_sub(base.system),
            )
        };
        let total = total.saturating_sub(before);
        let user = user.saturating_sub(page.get(Word::UserAtStart)) * 1000;
        let system = system.saturating_sub(page.get(Word::SystemAtStart)) * 1000;
        // The two parts are samples scaled by the kernel; the total is exact, so they share it.
        let parts = user + system;
        let system = if parts == 0 {
            0
        } else {
            u64::try_from(u128::from(total) * u128::from(system) / u128::from(parts)).unwrap_or(0)
        };
        (total - system, system)
    }

    fn peak_processes(&self, slot: &Slot, now: &crate::cgroup::Counters) -> Option<u64> {
        if self.run.limits.processes == Some(1) {
            return Some(1);
        }
        // The mark of a kept cgroup only rises: below it, how high this run came is not told.
        (now.peak_processes > self.clocks.base.peak_processes)
            .then(|| now.peak_processes.saturating_sub(slot.foreign_processes()))
    }

    fn copied_out(&self, reported: bool) -> Vec<CopiedOut> {
        let page = &self.page;
        let table = page.get(Word::CopyOutTable) as usize / 8;
        let word = |index| page.0.word(index).load(std::sync::atomic::Ordering::Acquire);
        (0..self.run.copy_out.len())
            .map(|file| CopiedOut {
                errno: if reported { word(table + file * 4 + 2) as i32 } else { 10 },
                length: word(table + file * 4 + 3),
            })
            .collect()
    }

    /// What a dead init process still tells: the usage of all that it reaped.
    fn reap_lost(&mut self) {
        if let Ok(Some(child)) = sys::wait_child(self.cell.process, true) {
            let usage = child.usage;
            self.cell.reaped = true;
            self.page.set(Word::UserTime, usage.user_microseconds);
            self.page.set(Word::SystemTime, usage.system_microseconds);
            self.page.set(Word::PeakResident, usage.peak_resident_bytes);
            self.page.set(Word::MinorFaults, usage.minor_faults);
            self.page.set(Word::MajorFaults, usage.major_faults);
        }
    }
}
