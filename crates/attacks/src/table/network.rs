//! Sockets, and the terminal of the caller.

use super::{PORTS, SCOPES, STOPPED};
use crate::Alone::{Namespaces, Special};
use crate::Defence::{Capabilities, Landlock, MountNamespace, NetworkNamespace, Seccomp, Session};
use crate::Family::{Network, Terminal};
use crate::Need::{
    HostAbstractSocket, HostTcpPort, HostUdpPort, HostUnixSocket, KernelSupport, VirtualConsole,
};
use crate::{Attack, Need};

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new(
        Network,
        &["network-families"],
        "a socket of any family from 0 to 63 but AF_UNIX",
        &[Seccomp],
    ),
    Attack::new(
        Network,
        &["network-tcp", "{tcp-port}"],
        "a TCP server of the host",
        &[Seccomp, NetworkNamespace, Landlock],
    )
    .wall_needs(PORTS)
    .needs(&[HostTcpPort]),
    Attack::new(
        Network,
        &["network-udp", "{udp-port}"],
        "a UDP server of the host",
        &[Seccomp, NetworkNamespace],
    )
    .needs(&[HostUdpPort]),
    Attack::new(
        Network,
        &["network-abstract", "{abstract-socket}"],
        "an abstract socket of the host",
        &[Seccomp, NetworkNamespace, Landlock],
    )
    .wall_needs(SCOPES)
    .needs(&[HostAbstractSocket]),
    Attack::new(
        Network,
        &["network-path", "{unix-socket}"],
        "a socket of the host by its path",
        &[Seccomp, MountNamespace],
    )
    .needs(&[HostUnixSocket]),
    Attack::new(
        Network,
        &["network-vsock"],
        "a socket to the hypervisor, which no namespace holds",
        &[Seccomp],
    )
    .needs(&[KernelSupport]),
    Attack::new(Network, &["network-netlink"], "the kernel's list of interfaces", &[Seccomp]),
    Attack::new(Network, &["network-raw"], "a raw socket", &[Seccomp, Capabilities])
        .alone(Namespaces),
    Attack::new(Network, &["network-listen"], "serves a TCP port", &[Seccomp, Landlock])
        .wall_needs(PORTS),
    Attack::new(
        Terminal,
        &["terminal-type"],
        "types into the caller's terminal (TIOCSTI)",
        &[Session, Seccomp],
    )
    .with(STOPPED)
    .needs(&[Need::Terminal])
    .alone(Special)
    .rarely("wants script(1), and for typing a host where dev.tty.legacy_tiocsti is 1"),
    Attack::new(
        Terminal,
        &["terminal-open"],
        "opens the caller's terminal by /dev/tty",
        &[Session, MountNamespace],
    )
    .needs(&[Need::Terminal])
    .alone(Special)
    .rarely("wants script(1), and for typing a host where dev.tty.legacy_tiocsti is 1"),
    Attack::new(
        Terminal,
        &["terminal-type"],
        "the same with no session of its own",
        &[Session, Seccomp],
    )
    .named("terminal-type-single")
    .with(STOPPED)
    .needs(&[Need::Terminal, Need::OneProcess])
    .alone(Special)
    .rarely("wants script(1), and for typing a host where dev.tty.legacy_tiocsti is 1"),
    Attack::new(
        Terminal,
        &["terminal-open"],
        "the same with no session of its own",
        &[Session, MountNamespace],
    )
    .named("terminal-open-single")
    .needs(&[Need::Terminal, Need::OneProcess])
    .alone(Special)
    .rarely("wants script(1)"),
    Attack::new(
        Terminal,
        &["terminal-paste"],
        "pastes into the caller's console (TIOCLINUX)",
        &[Session, Seccomp],
    )
    .with(STOPPED)
    .needs(&[VirtualConsole])
    .alone(Special)
    .rarely("wants a virtual console as the caller's terminal"),
];
