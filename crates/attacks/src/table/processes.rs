//! Too many processes, and signals to those of others.

use super::SCOPES;
use crate::Alone::Namespaces;
use crate::Defence::{Landlock, PidNamespace, ProcessLimit, Session};
use crate::Expectation::{AnyOf, Cause, Reached, Refused, SandboxLost};
use crate::Family::{Processes, Signals};
use crate::{Attack, Defence, Expectation, Need};

const LIMITED: Expectation = AnyOf(&[Cause("process_limit"), Refused]);
const OUT_OF_SIGHT: &[Defence] = &[PidNamespace, Landlock];

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new(
        Processes,
        &["fork-bomb", "200"],
        "every process forks, until 200 children live at once",
        &[ProcessLimit],
    )
    .with(LIMITED),
    Attack::new(Processes, &["thread-bomb", "300"], "300 threads live at once", &[ProcessLimit])
        .with(LIMITED),
    Attack::new(
        Processes,
        &["vfork-nest", "200"],
        "200 processes, each suspended in vfork by the next",
        &[ProcessLimit],
    )
    .with(LIMITED),
    Attack::new(
        Processes,
        &["zombies", "1000"],
        "1,000 zombies that nobody reaps",
        &[ProcessLimit],
    )
    .with(LIMITED),
    Attack::new(
        Signals,
        &["signal-everything", "{victim}"],
        "a signal to every process, one of the host among them, by kill(-1)",
        OUT_OF_SIGHT,
    )
    .wall_needs(SCOPES)
    .alone(Namespaces)
    .needs(&[Need::Victim]),
    Attack::new(
        Signals,
        &["signal-by-kill", "{victim}"],
        "a signal to a process of the host by kill",
        OUT_OF_SIGHT,
    )
    .wall_needs(SCOPES)
    .needs(&[Need::Victim]),
    Attack::new(
        Signals,
        &["signal-by-tgkill", "{victim}"],
        "a signal to a process of the host by tgkill or tkill",
        OUT_OF_SIGHT,
    )
    .wall_needs(SCOPES)
    .needs(&[Need::Victim]),
    Attack::new(
        Signals,
        &["signal-by-queue", "{victim}"],
        "a signal to a process of the host by sigqueue",
        OUT_OF_SIGHT,
    )
    .wall_needs(SCOPES)
    .needs(&[Need::Victim]),
    Attack::new(
        Signals,
        &["signal-by-pidfd", "{victim}"],
        "a signal to a process of the host by pidfd_send_signal",
        OUT_OF_SIGHT,
    )
    .wall_needs(SCOPES)
    .needs(&[Need::Victim]),
    Attack::new(
        Signals,
        &["signal-by-owner", "{victim}"],
        "a process of the host becomes the owner of a pipe, and gets its signals (F_SETOWN)",
        &[PidNamespace],
    )
    .needs(&[Need::Victim]),
    Attack::new(
        Signals,
        &["signal-group"],
        "the process group holds processes of others, which kill(0) reaches",
        &[Session],
    ),
    Attack::new(Signals, &["signal-group"], "the same with no session of its own", &[Session])
        .named("signal-group-single")
        .needs(&[Need::OneProcess]),
    Attack::new(
        Signals,
        &["kill-parent"],
        "every signal to the parent, SIGKILL last",
        OUT_OF_SIGHT,
    )
    .wall_needs(SCOPES)
    .without_them(AnyOf(&[Reached, SandboxLost, Cause("killed")]))
    .alone(Namespaces),
];
