//! CPU time where a careless sandbox does not count it, and wall time without CPU time.

use crate::Defence::{CpuTimeLimit, IdleLimit, WallTimeLimit};
use crate::Expectation::Cause;
use crate::Family::{CpuTime, WallTime};
use crate::{Attack, Defence, Expectation, Need};

const CPU: &[Defence] = &[CpuTimeLimit];
const CPU_LIMITED: Expectation = Cause("cpu_time_limit");
const IDLE: &[Defence] = &[IdleLimit, WallTimeLimit];
const IDLE_LIMITED: Expectation = Cause("idle_limit");

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new(
        CpuTime,
        &["cpu-orphan", "1500"],
        "CPU time of an orphan in a session of its own, while the first process sleeps",
        CPU,
    )
    .with(CPU_LIMITED),
    Attack::new(
        CpuTime,
        &["cpu-threads", "1500"],
        "CPU time of four threads, none of which uses much",
        CPU,
    )
    .with(CPU_LIMITED),
    Attack::new(
        CpuTime,
        &["cpu-children", "1500"],
        "CPU time of children that nobody waits for (SIGCHLD is ignored)",
        CPU,
    )
    .with(CPU_LIMITED),
    Attack::new(
        CpuTime,
        &["cpu-exec-chain", "1500"],
        "CPU time over a chain of execve, each of which deletes timers",
        CPU,
    )
    .with(CPU_LIMITED)
    .needs(&[Need::ExecutablePath]),
    Attack::new(
        CpuTime,
        &["cpu-vfork-chain", "1500"],
        "CPU time of many short programs started by vfork and execve",
        CPU,
    )
    .with(CPU_LIMITED)
    .needs(&[Need::ExecutablePath]),
    Attack::new(
        CpuTime,
        &["cpu-vfork-child", "1500"],
        "CPU time of a vfork child, while its parent hangs in the kernel",
        CPU,
    )
    .with(CPU_LIMITED),
    Attack::new(
        CpuTime,
        &["cpu-signals-blocked", "1500"],
        "CPU time with SIGXCPU, SIGTERM and all others blocked and ignored",
        CPU,
    )
    .with(CPU_LIMITED),
    Attack::new(CpuTime, &["cpu-system", "1500"], "system time alone", CPU).with(CPU_LIMITED),
    Attack::new(
        CpuTime,
        &["cpu-timers-disarmed", "1500"],
        "CPU time after every timer of the process was disarmed",
        CPU,
    )
    .with(CPU_LIMITED),
    Attack::new(
        CpuTime,
        &["cpu-limit-raised", "1500"],
        "CPU time after raising the soft RLIMIT_CPU, and the hard one where it may",
        CPU,
    )
    .with(CPU_LIMITED),
    Attack::new(
        CpuTime,
        &["cpu-between-ticks", "1500"],
        "CPU time in pieces shorter than a tick, which sampling does not see",
        CPU,
    )
    .with(CPU_LIMITED),
    Attack::new(WallTime, &["wait-asleep", "9000"], "sleeping", IDLE).with(IDLE_LIMITED),
    Attack::new(WallTime, &["wait-stopped", "9000"], "stopped by SIGSTOP", IDLE).with(IDLE_LIMITED),
    Attack::new(
        WallTime,
        &["wait-on-pipe", "9000"],
        "reading from a pipe that nobody writes to",
        IDLE,
    )
    .with(IDLE_LIMITED),
    Attack::new(
        WallTime,
        &["wait-on-futex", "9000"],
        "waiting for a lock that nobody gives back",
        IDLE,
    )
    .with(IDLE_LIMITED),
    Attack::new(
        WallTime,
        &["wait-signals-blocked", "9000"],
        "sleeping with every signal blocked",
        IDLE,
    )
    .with(IDLE_LIMITED),
    Attack::new(
        WallTime,
        &["wait-in-vfork", "9000"],
        "suspended in vfork by a child that sleeps",
        IDLE,
    )
    .with(IDLE_LIMITED),
    Attack::new(
        WallTime,
        &["wait-closed", "9000"],
        "sleeping with all standard descriptors closed (the exit status alone tells)",
        IDLE,
    )
    .with(IDLE_LIMITED),
    Attack::new(
        WallTime,
        &["wait-detached", "9000"],
        "waiting for a child that sleeps in a session of its own",
        IDLE,
    )
    .with(IDLE_LIMITED),
    Attack::new(
        WallTime,
        &["wait-trickling", "9000"],
        "a millisecond of work ten times a second: never idle for long, no CPU time to speak of",
        IDLE,
    )
    // Idle time is added up over the run.
    .with(IDLE_LIMITED),
];
