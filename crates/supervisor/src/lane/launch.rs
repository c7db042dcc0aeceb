//! A run from its request to its outcome.

use super::build::{Cell, Kind};
use super::streams::Streams;
use super::{Lane, Waiting};
use crate::cell::GO;
use crate::cgroup::weaknesses;
use crate::orders;
use crate::page::Word;
use crate::pump::Pump;
use crate::running::{IdleWatch, MEMORY_LOOK, Owed, Running};
use crate::thrash::ThrashWatch;
use crate::usage::Clocks;
use sandglass_sys::{self as sys, Errno, Namespaces};
use sandglass_wire::{
    Backend, Cause, Protections, Reply, Run, RunFailure, RunOutcome, Stage, StepTimes, Weakness,
};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::Arc;

impl Lane {
    pub(super) fn start(&mut self, waiting: Waiting) {
        let arrived = sys::monotonic_nanoseconds();
        let id = waiting.run.id;
        if waiting.killed {
            let outcome = never_started(&waiting.run, self.backend);
            return self.say(&Reply::Outcome(Box::new(outcome)), &[]);
        }
        if let Err(mut failure) = self.try_start(waiting, arrived) {
            failure.id = id;
            self.say(&Reply::Failed(failure), &[]);
        }
    }

    pub(super) fn try_start(&mut self, waiting: Waiting, arrived: u64) -> Result<(), RunFailure> {
        let Waiting { run, descriptors, .. } = waiting;
        let kind = Kind::of(&run);
        let key = self.key(run.view, run.policy, kind).ok_or_else(|| RunFailure {
            id: run.id,
            stage: Stage::Request,
            errno: Errno::EINVAL.0,
            subject: b"a view or policy that was not defined".to_vec(),
            request_at_fault: true,
        })?;
        self.last = Some((run.view, run.policy, kind));
        let built = self.built.take();
        let ready = built.and_then(|mut cell| {
            let ready = cell.key == key && self.await_ready(&mut cell).is_ok() && cell.lives();
            if ready {
                return Some(cell);
            }
            self.destroy(cell);
            None
        });
        let ahead = ready.is_some();
        let mut cell = match ready {
            Some(cell) => cell,
            None => {
                let mut cell = self.build(key, run.view, run.policy)?;
                if let Err(failure) = self.await_ready(&mut cell) {
                    self.destroy(cell);
                    return Err(failure);
                }
                cell
            }
        };
        let cell_ready = sys::monotonic_nanoseconds();
        if run.announce {
            // Before the word to go: nothing that the program does is seen before its number is known.
            self.say(&Reply::Started { id: run.id, process: cell.tracee as u32 }, &[]);
        }
        match self.launch(run, descriptors, &mut cell) {
            Ok(launched) => {
                let Launched { run, pumps, counter, weaknesses, charged } = launched;
                let gone = sys::monotonic_nanoseconds();
                let host = cell.plan.tree.host;
                let page = Arc::clone(&cell.plan.page);
                let mut made = self.namespaces.made | cell.plan.namespaces;
                if !host {
                    made = made | Namespaces::MOUNT;
                }
                if cell.plan.run_directory.is_some() {
                    made = made | Namespaces::CGROUP;
                }
                let parallelism = self.parallelism(&run, &cell);
                let first_look =
                    run.limits.cpu_time.map_or(u64::MAX, |limit| gone + limit / parallelism);
                self.running = Some(Running {
                    protections: Protections {
                        namespaces: made.bits() as u32,
                        seccomp: cell.plan.policy.is_some(),
                        landlock: cell.plan.landlock as u8,
                        built_ahead: ahead,
                        switched_off: self.hello.switched_off,
                    },
                    clocks: Clocks {
                        init: cell.process,
                        tracee: cell.tracee,
                        single: run.limits.processes == Some(1),
                        base: cell.base,
                        before_exec: 0,
                    },
                    page,
                    pumps,
                    counter,
                    weaknesses,
                    charged,
                    arrived,
                    cell_ready,
                    gone,
                    clock_behind: self.namespaces.clock_behind,
                    parallelism,
                    fired: None,
                    killed: None,
                    owed: Owed::start(gone),
                    system_call: None,
                    next_cpu_look: first_look,
                    next_start_look: 0,
                    next_memory_look: (self.backend == Backend::Rlimit
                        && run.limits.memory.is_some())
                    .then_some(gone + MEMORY_LOOK),
                    thrash: ThrashWatch::new(
                        gone,
                        run.limits.memory,
                        [run.limits.cpu_time, run.limits.wall_time],
                    ),
                    idle: IdleWatch::default(),
                    waits: 0,
                    hurried: false,
                    ended: None,
                    run,
                    cell,
                });
                Ok(())
            }
            Err(failure) => {
                self.destroy(cell);
                Err(failure)
            }
        }
    }

    /// How many threads of the run can use CPU at a time.
    pub(super) fn parallelism(&self, run: &Run, cell: &Cell) -> u64 {
        let mask: u64 = if cell.plan.cpus.is_empty() {
            sys::available_cpus()
                .map(|mask| mask.iter().map(|word| u64::from(word.count_ones())).sum())
                .unwrap_or(1)
        } else {
            cell.plan.cpus.iter().map(|word| u64::from(word.count_ones())).sum()
        };
        mask.min(run.limits.processes.unwrap_or(u64::MAX)).max(1)
    }

    pub(super) fn launch(
        &mut self,
        run: Run,
        descriptors: Vec<OwnedFd>,
        cell: &mut Cell,
    ) -> Result<Launched, RunFailure> {
        let failed = |stage, errno: Errno, subject: &[u8]| RunFailure {
            id: run.id,
            stage,
            errno: errno.0,
            subject: subject.to_vec(),
            request_at_fault: errno == Errno::EINVAL,
        };
        let page = &cell.plan.page;
        orders::write(page, &run, self.backend == Backend::Rlimit, self.hello.switched_off)?;
        let slot = &mut self.slots[cell.slot];
        let mut weaknesses = Vec::new();
        let limits = run.limits;
        if limits.processes == Some(0) {
            return Err(failed(Stage::Cgroup, Errno::EINVAL, b"a limit of 0 processes"));
        }
        let charged = slot.memory_charged();
        slot.limit_memory(limits.memory, limits.swap, charged)
            .map_err(|errno| failed(Stage::Cgroup, errno, b"memory"))?;
        if limits.processes.is_some() {
            slot.limit_processes(limits.processes)
                .map_err(|errno| failed(Stage::Cgroup, errno, b"processes"))?;
        }
        if let Some(bandwidth) = limits.cpu_bandwidth
            && !slot.limit_bandwidth(bandwidth, cell.tracee)
        {
            weaknesses.push(Weakness::NoCpuBandwidth);
        }
        slot.reset_peak();
        let mut counter = None;
        if run.count_instructions {
            counter = cell.counter.take();
            if counter.is_none() {
                weaknesses.push(Weakness::NoInstructionCounter);
            }
        }
        // 1 is the kernel's yes.
        if run.core_scheduling && page.get(Word::CoreScheduling) != 1 {
            weaknesses.push(Weakness::NoCoreScheduling);
        }
        if !self.user_namespaces.is_held() {
            weaknesses.push(Weakness::NoUserNamespaceLimit);
        }
        if self.landlock == 0 {
            weaknesses.push(Weakness::NoLandlock);
        }
        let streams =
            Streams::new(&run, descriptors).map_err(|errno| failed(Stage::Streams, errno, b""))?;
        page.set(Word::Streams, streams.bits);
        let raw: Vec<_> = streams.handed.iter().map(AsRawFd::as_raw_fd).collect();
        sys::send(cell.socket.as_fd(), &[&[GO]], &raw, true).map_err(|errno| match errno {
            // Both of the cell held the other end.
            Errno::EPIPE | Errno::ECONNRESET => {
                failed(Stage::Wait, Errno(0), b"the init process was killed from outside")
            }
            errno => failed(Stage::Wait, errno, b"the launcher"),
        })?;
        Ok(Launched { pumps: streams.pumps, counter, weaknesses, charged, run })
    }

    /// Answers for the run that is over and tears its cell down.
    pub(super) fn finish(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        let slot = &self.slots[running.cell.slot];
        let cancelled = running.fired == Some(Cause::Cancelled);
        let collected = running.collect(slot, self.backend);
        if !cancelled {
            match collected {
                Ok((outcome, descriptors)) => {
                    self.say(&Reply::Outcome(Box::new(outcome)), &descriptors);
                }
                Err(failure) => self.say(&Reply::Failed(failure), &[]),
            }
        }
        self.destroy(running.cell);
    }
}

pub(super) struct Launched {
    pub(super) run: Run,
    pub(super) pumps: Vec<(usize, Pump)>,
    pub(super) counter: Option<OwnedFd>,
    pub(super) weaknesses: Vec<Weakness>,
    pub(super) charged: u64,
}

/// The outcome of a run that was killed before it began.
fn never_started(run: &Run, backend: Backend) -> RunOutcome {
    RunOutcome {
        id: run.id,
        cause: Cause::Killed,
        exit_code: None,
        signal: Some(9),
        system_call: None,
        wall_time: 0,
        cpu_user: 0,
        cpu_system: 0,
        peak_memory: 0,
        page_cache: None,
        oom_kills: 0,
        peak_processes: None,
        refused_processes: 0,
        switches: [0; 2],
        faults: [0; 2],
        instructions: None,
        output_bytes: None,
        idle_time: None,
        captured: [None; 2],
        copied_out: run
            .copy_out
            .iter()
            .map(|_| sandglass_wire::CopiedOut { errno: Errno::ECHILD.0, length: 0 })
            .collect(),
        protections: Protections::default(),
        weaknesses: weaknesses(backend),
        steps: StepTimes::default(),
    }
}
