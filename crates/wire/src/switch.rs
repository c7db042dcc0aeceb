//! Defences that a lane can be made without, so that a test sees what each of them stops.

use crate::codec::{DecodeError, Reader, Writer};
use crate::coded::coded;

coded! {
    /// A defence that can be switched off for a whole lane. Those that are a matter of a single
    /// request (its policy, its limits, its mounts) are left out there.
    Switch, "switch", {
        /// The program has the tree of the host, whatever its view says.
        MountNamespace = 0 "mount_namespace",
        /// The program lives among the lane's own processes, and nothing kills what it leaves behind.
        PidNamespace = 1 "pid_namespace",
        /// The network is the caller's.
        NetworkNamespace = 2 "network_namespace",
        /// All runs have the lane's IPC namespace, whatever they could leave in it.
        FreshIpcNamespace = 3 "fresh_ipc_namespace",
        /// All runs have the lane's user namespace, whatever they could leave in it.
        FreshUserNamespace = 4 "fresh_user_namespace",
        /// The program may make user namespaces, as far as its policy lets it.
        UserNamespaceLimit = 5 "user_namespace_limit",
        /// The program keeps every capability of its user namespace.
        Capabilities = 6 "capabilities",
        /// `no_new_privs` is not set.
        NoNewPrivileges = 7 "no_new_privileges",
        /// The init process can be traced and read by whoever has its user.
        Dumpable = 8 "dumpable",
        /// Session, process group and terminal are the caller's.
        Session = 9 "session",
        /// The session keyring is one and the same for all runs of the lane.
        Keyring = 10 "keyring",
        /// Descriptors that the caller left open are inherited.
        DescriptorHygiene = 11 "descriptor_hygiene",
        /// Queued signals and timers are limited as for the caller.
        PendingSignals = 12 "pending_signals",
        /// POSIX message queues are limited as for the caller.
        MessageQueues = 13 "message_queues",
        /// /proc can be written, as far as the files in it let their owner.
        ReadOnlyProc = 14 "read_only_proc",
        /// Locked memory, which the kernel's rings count as, is limited as for the caller.
        LockedMemory = 15 "locked_memory",
        /// Priorities and real-time classes are limited as for the caller.
        PriorityLimits = 16 "priority_limits",
    }
}

/// A set of switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Switches(u32);

impl Switches {
    /// Whether `switch` is in the set.
    pub fn contains(self, switch: Switch) -> bool {
        self.0 & 1 << switch.code() != 0
    }

    /// Whether no switch is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What is in the set, in the order of the enumeration.
    pub fn iter(self) -> impl Iterator<Item = Switch> {
        Switch::ALL.iter().copied().filter(move |switch| self.contains(*switch))
    }

    pub(crate) fn encode(self, writer: &mut Writer) {
        let switches: Vec<Switch> = self.iter().collect();
        writer.list(&switches, |writer, switch| writer.u8(switch.code()));
    }

    pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let read = |reader: &mut Reader<'_>| Switch::from_code(reader.u8("switch")?);
        Ok(reader.list("switches", read)?.into_iter().collect())
    }
}

impl FromIterator<Switch> for Switches {
    fn from_iter<T: IntoIterator<Item = Switch>>(switches: T) -> Self {
        Switches(switches.into_iter().fold(0, |set, switch| set | 1 << switch.code()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_survives_the_wire_and_an_unknown_switch_does_not() {
        let all: Switches = Switch::ALL.iter().copied().collect();
        assert_eq!(all.iter().count(), Switch::ALL.len());
        for set in [Switches::default(), [Switch::Session].into_iter().collect(), all] {
            let mut writer = Writer::new(9);
            set.encode(&mut writer);
            assert_eq!(Switches::decode(&mut Reader::new(&writer.bytes[1..])), Ok(set));
        }
        let mut writer = Writer::new(9);
        writer.list(&[200], |writer, code| writer.u8(*code));
        assert!(Switches::decode(&mut Reader::new(&writer.bytes[1..])).is_err());
    }
}
