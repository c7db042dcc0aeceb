//! A run in progress: its limits, the first reason for its end, and its accounts.

mod accounts;
mod owed;

use crate::alarm::SET_BEFORE;
use crate::cell::DONE;
use crate::cgroup::Slot;
use crate::lane::Cell;
use crate::page::{Page, Word};
use crate::pump::Pump;
use crate::thrash::ThrashWatch;
use crate::usage::Clocks;
pub(crate) use owed::{GIVE_UP_AFTER, Owed, REMIND_AFTER, remind};
use sandglass_sys::{self as sys, PollEntry, READABLE};
use sandglass_wire::{Cause, MOST_WAITS, Protections, Run, Weakness};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

/// Shortest time between two looks at the CPU clock, nanoseconds.
const SHORTEST_LOOK: u64 = 300_000;

/// CPU time before the limit from which on a look is exact, nanoseconds: two ticks of the slowest
/// kernels, for each CPU.
const EXACT_FROM: u64 = 20_000_000;

/// The least wait for a CPU that puts a wall limit off, nanoseconds.
const SHORTEST_WAIT: u64 = 1_000_000;

/// The coarsest step of the CPU clocks, nanoseconds: that of dead processes where no cgroup counts.
const COARSEST_CLOCK: u64 = 10_000_000;

/// Time between two looks at memory where no cgroup limits it, nanoseconds.
pub(crate) const MEMORY_LOOK: u64 = 2_000_000;

/// A run in progress.
pub(crate) struct Running {
    pub(crate) run: Run,
    pub(crate) cell: Cell,
    pub(crate) page: Arc<Page>,
    pub(crate) clocks: Clocks,
    pub(crate) pumps: Vec<(usize, Pump)>,
    pub(crate) counter: Option<OwnedFd>,
    pub(crate) weaknesses: Vec<Weakness>,
    pub(crate) protections: Protections,
    /// Memory charged before the exec.
    pub(crate) charged: u64,
    pub(crate) arrived: u64,
    pub(crate) cell_ready: u64,
    pub(crate) gone: u64,
    pub(crate) clock_behind: u64,
    /// Threads that can run at a time.
    pub(crate) parallelism: u64,
    pub(crate) fired: Option<Cause>,
    /// The client has killed the run: it does not wait for its own readers.
    pub(crate) hurried: bool,
    /// When everything of the run was told to die, by the supervisor's clock.
    pub(crate) killed: Option<u64>,
    /// What the processes of the cell still have to do, and since when.
    pub(crate) owed: Owed,
    pub(crate) system_call: Option<u64>,
    pub(crate) next_cpu_look: u64,
    /// No earlier than this is the wall limit looked at again while there is no program yet.
    pub(crate) next_start_look: u64,
    /// When memory is to be looked at next, where no cgroup limits it.
    pub(crate) next_memory_look: Option<u64>,
    pub(crate) thrash: ThrashWatch,
    pub(crate) idle: IdleWatch,
    /// What the wall limit is put off by: waits for a CPU that it leaves out, nanoseconds.
    pub(crate) waits: u64,
    /// The init process has reported, or is dead.
    pub(crate) ended: Option<Ended>,
}

/// How the end was heard of.
pub(crate) enum Ended {
    /// The init process reported.
    Reported {
        /// Files handed out.
        files: Vec<OwnedFd>,
    },
    /// The init process died.
    Lost,
}

/// Watches for time in which every thread is blocked.
#[derive(Debug, Default)]
pub(crate) struct IdleWatch {
    pub(crate) next: u64,
    /// Time and CPU time at the last look.
    last: (u64, u64),
    /// What each thread had waited for a CPU until then.
    waited: Vec<(i32, u64)>,
    total: u64,
    /// CPU time seen beyond the time that passed: clocks move in steps.
    surplus: u64,
}

impl Running {
    /// When the program was executed, by the supervisor's clock.
    fn started(&self) -> Option<u64> {
        match self.page.get(Word::Started) {
            0 => None,
            time => Some(time + self.clock_behind),
        }
    }

    /// Nanoseconds until something is to be looked at; `None` is never.
    pub(crate) fn timeout(&self, now: u64) -> Option<u64> {
        if self.ended.is_some() {
            return None;
        }
        let patience = self.owed.next();
        if self.fired.is_some() || self.owed.is_end() {
            return patience.map(|time| time.saturating_sub(now));
        }
        let idle = self.run.limits.idle_time.map(|_| self.idle.next);
        // One look before a limit, to set the alarm.
        let limit = self.next_limit().map(|time| match time.saturating_sub(SET_BEFORE) {
            early if early > now => early,
            _ => time,
        });
        [limit, idle, self.next_memory_look, self.thrash.next, patience]
            .into_iter()
            .flatten()
            .min()
            .map(|time| time.saturating_sub(now))
    }

    /// What the alarm is to be set to.
    pub(crate) fn alarm(&self, now: u64) -> Option<u64> {
        if self.fired.is_some() || self.ended.is_some() || self.owed.is_end() {
            return None;
        }
        self.next_limit().filter(|time| time.saturating_sub(SET_BEFORE) <= now)
    }

    /// When a limit of time may be reached.
    fn next_limit(&self) -> Option<u64> {
        let limits = &self.run.limits;
        let wall = limits.wall_time.map(|limit| self.wall_end(limit).max(self.next_start_look));
        let cpu = limits.cpu_time.map(|_| self.next_cpu_look);
        wall.into_iter().chain(cpu).min()
    }

    /// When the wall limit is reached, by the supervisor's clock.
    fn wall_end(&self, limit: u64) -> u64 {
        let started = self.started().unwrap_or(self.gone);
        started.saturating_add(limit).saturating_add(self.waits)
    }

    /// Whether a thread has waited for a CPU since the wall limit was last put off, and it is again.
    fn waited_more(&mut self, slot: &Slot, limit: u64) -> bool {
        if !self.run.leave_out_waits {
            return false;
        }
        let threads = self.clocks.threads(slot);
        let longest = threads.waited.iter().map(|(_, waited)| *waited).max().unwrap_or(0);
        let waits = longest.min(limit.saturating_mul(MOST_WAITS));
        let more = waits >= self.waits + SHORTEST_WAIT;
        if more {
            self.waits = waits;
        }
        more
    }

    /// Looks at the clocks; ends the run where a limit is reached.
    pub(crate) fn look(&mut self, slot: &Slot, now: u64) {
        if self.ended.is_some() {
            return;
        }
        self.look_at_owed(slot, now);
        if self.fired.is_some() || self.owed.is_end() {
            return;
        }
        let limits = self.run.limits;
        self.thrash.look(slot, now);
        if let Some(limit) = limits.wall_time
            && now >= self.wall_end(limit)
        {
            if self.started().is_none() {
                // What it takes until there is a program is our time and not the program's.
                self.next_start_look = now + SHORTEST_LOOK;
            } else if !self.waited_more(slot, limit) {
                return self.fire(slot, Cause::WallTimeLimit);
            }
        }
        if let Some(limit) = limits.cpu_time
            && now >= self.next_cpu_look
        {
            self.clocks.before_exec = self.page.get(Word::CpuAtStart);
            let mut used = 0;
            if self.started().is_some() {
                // What was charged up to the last tick tells whether the end can be near.
                used = self.clocks.cpu(slot, false);
                if limit.saturating_sub(used) < EXACT_FROM.saturating_mul(self.parallelism) {
                    used = self.clocks.cpu(slot, true);
                }
            }
            if used >= limit {
                return self.fire(slot, Cause::CpuTimeLimit);
            }
            self.next_cpu_look = now + ((limit - used) / self.parallelism).max(SHORTEST_LOOK);
        }
        if let (Some(limit), Some(next)) = (limits.memory, self.next_memory_look)
            && now >= next
        {
            if Clocks::resident(self.cell.process) > limit {
                return self.fire(slot, Cause::MemoryLimit);
            }
            self.next_memory_look = Some(now + MEMORY_LOOK);
        }
        if let Some(limit) = limits.idle_time
            && now >= self.idle.next
        {
            self.look_idle(slot, now, limit);
        }
    }

    fn look_idle(&mut self, slot: &Slot, now: u64, limit: u64) {
        let Some(started) = self.started() else {
            self.idle.next = now + 1_000_000;
            return;
        };
        self.clocks.before_exec = self.page.get(Word::CpuAtStart);
        let (cpu, threads) = (self.clocks.cpu(slot, true), self.clocks.threads(slot));
        let (then, cpu_then) = self.idle.last;
        let then = then.max(started);
        // A process that died between two reads may be missing from one of them.
        let cpu = cpu.max(cpu_then);
        let (mut waits, mut longest) = (0, 0);
        for (thread, total) in &threads.waited {
            let before = self.idle.waited.iter().find(|(known, _)| known == thread);
            let wait = total.saturating_sub(before.map_or(0, |(_, total)| *total));
            waits += wait;
            longest = longest.max(wait);
        }
        let busy = cpu - cpu_then + waits + self.idle.surplus;
        // Time in which a thread ran or could have run is not idle; with several threads at a time
        // this errs in the program's favour.
        let passed = now.saturating_sub(then);
        // What threads waited that are dead by now is told by nobody. So a moment in which one can run
        // stands for the time since the last.
        if !threads.runnable {
            self.idle.total += passed.saturating_sub(busy);
        }
        self.idle.surplus = busy.saturating_sub(passed).min(COARSEST_CLOCK);
        // A wait is told when it is over. What of it lay before the last look was taken for idle.
        self.idle.total = self.idle.total.saturating_sub(longest.saturating_sub(passed));
        self.idle.last = (now, cpu);
        self.idle.waited = threads.waited;
        if self.idle.total >= limit {
            return self.fire(slot, Cause::IdleLimit);
        }
        let period = (limit / 10).clamp(2_000_000, 50_000_000);
        self.idle.next = now + period.min(limit - self.idle.total).max(500_000);
    }

    /// Ends the run for `cause`, unless the kernel has evidence of an earlier one.
    pub(crate) fn fire(&mut self, slot: &Slot, cause: Cause) {
        if self.fired.is_some() {
            return;
        }
        // A refused process ends nothing by itself: it explains why time ran out, not why a wall was hit.
        let by_clock =
            matches!(cause, Cause::CpuTimeLimit | Cause::WallTimeLimit | Cause::IdleLimit);
        let by_client = matches!(cause, Cause::Killed | Cause::Cancelled);
        if by_clock && (self.owed.is_end() || self.program_has_ended()) {
            // By itself, before anybody looked. What it has started ends now; the init process will tell.
            slot.kill();
            return self.owed.end(sys::monotonic_nanoseconds());
        }
        let killed_for_memory = !by_client && slot.oom_kills() > self.clocks.base.oom_kills;
        self.fired = Some(if killed_for_memory || by_clock && self.thrash.is_proven(slot) {
            Cause::MemoryLimit
        } else if by_clock && slot.refused_processes() > self.clocks.base.refused_processes {
            Cause::ProcessLimit
        } else {
            cause
        });
        self.kill(slot);
        // A process that is being killed runs no further instruction of its own; what it takes to go is
        // the kernel's time.
        let now = sys::monotonic_nanoseconds();
        self.killed.get_or_insert(now);
        self.owed.end(now);
    }

    /// Kills everything of the run.
    pub(crate) fn kill(&self, slot: &Slot) {
        if slot.kill() {
            return;
        }
        // Without a cgroup: the program itself is killed, and the init process sees to the rest and
        // still reports; before there is a program, the init process is.
        let killed = self
            .cell
            .program
            .as_ref()
            .map(|program| sys::send_signal_by_descriptor(program.as_fd(), 9));
        if killed != Some(Ok(())) {
            let _ = sys::send_signal_by_descriptor(self.cell.init.as_fd(), 9);
        }
    }

    /// What to poll for, after the client's socket: the cell, the policy's listener, kills for memory,
    /// and two pumps.
    pub(crate) fn entries(&self, slot: &Slot) -> [PollEntry; 5] {
        let none = PollEntry::new(None, 0);
        let live = self.ended.is_none();
        let when = |wanted: bool, descriptor: Option<&OwnedFd>| match descriptor {
            Some(descriptor) if wanted => PollEntry::new(Some(descriptor.as_fd()), READABLE),
            _ => none,
        };
        let pump = |index: usize| self.pumps.get(index).map_or(none, |(_, pump)| pump.entry());
        [
            when(live, Some(&self.cell.socket)),
            when(live && self.fired.is_none(), self.cell.listener.as_ref()),
            when(live && self.fired.is_none(), slot.oom_event.as_ref()),
            pump(0),
            pump(1),
        ]
    }

    /// Handles what was found on `entries`.
    pub(crate) fn handle(&mut self, slot: &Slot, found: &[PollEntry]) {
        if found[1].found & READABLE != 0
            && let Some(listener) = &self.cell.listener
        {
            // A caller that was interrupted in between has taken its report back; it made the call all
            // the same. The listener must stay in any case: without one, a filter of the program's own
            // could take its place and let such calls through.
            let report = sys::receive_notification(listener.as_fd());
            self.system_call = report.ok().map(|report| report.number as u64);
            self.fire(slot, Cause::PolicyViolation);
        } else if found[1].found != 0 {
            // Nobody lives under the policy any more. Polled further it would answer at once for ever,
            // and keep the CPU from the init process that has the end to tell.
            self.cell.listener = None;
        }
        if found[2].found != 0 {
            slot.drain_oom_event();
            // The kernel reports each time the limit cannot be met; only a kill is the end.
            if slot.oom_kills() > self.clocks.base.oom_kills {
                self.fire(slot, Cause::MemoryLimit);
            }
        }
        if found[3].found != 0 || found[4].found != 0 {
            self.pump(slot);
        }
        if found[0].found != 0 {
            self.hear();
        }
    }

    /// Moves output; ends the run where there is too much of it.
    pub(crate) fn pump(&mut self, slot: &Slot) {
        let limit = self.run.limits.output;
        for index in 0..self.pumps.len() {
            let so_far = self.output_bytes();
            // One byte past the limit is evidence enough, and the rest is not the client's to store.
            let budget = limit.map_or(u64::MAX, |limit| limit.saturating_sub(so_far) + 1);
            self.pumps[index].1.step(budget.min(64 << 20));
        }
        if limit.is_some_and(|limit| self.output_bytes() > limit) {
            self.fire(slot, Cause::OutputLimit);
            for (_, pump) in &mut self.pumps {
                pump.end();
            }
        }
    }

    fn output_bytes(&self) -> u64 {
        self.pumps.iter().map(|(_, pump)| pump.bytes).sum()
    }

    fn hear(&mut self) {
        let mut byte = [0; 1];
        self.ended = match sys::receive(self.cell.socket.as_fd(), &mut byte, false) {
            Ok(mut message) if message.length == 1 && byte[0] == DONE => {
                Some(Ended::Reported { files: message.take_descriptors() })
            }
            Err(sys::Errno::EAGAIN) => None,
            _ => Some(Ended::Lost),
        };
    }

    /// Whether all is over: everything of the run dead and its output moved, as far as it is waited for.
    pub(crate) fn finished(&self) -> bool {
        let over = |pump: &Pump| pump.ended() || self.hurried && pump.waits();
        self.ended.is_some() && self.pumps.iter().all(|(_, pump)| over(pump))
    }
}
