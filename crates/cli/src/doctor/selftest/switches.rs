//! How each defence is turned off, alone: by a switch of the lane, or in the request.

use sandglass_attacks::{Attack, Defence, Need};
use sandglass_sandbox::Switch;

/// Where a defence is turned off.
enum Place {
    /// By a switch of the lane.
    Lane(Switch),
    /// In the request: its policy, limits, mounts, or what is done with its results.
    Request,
    /// Nowhere: the whole sandbox would have to go.
    Nowhere,
}

fn place(defence: Defence) -> Place {
    match defence {
        Defence::Capabilities => Place::Lane(Switch::Capabilities),
        Defence::NoNewPrivileges => Place::Lane(Switch::NoNewPrivileges),
        Defence::Dumpable => Place::Lane(Switch::Dumpable),
        Defence::NestedUserNamespaces => Place::Lane(Switch::UserNamespaceLimit),
        Defence::FreshUserNamespace => Place::Lane(Switch::FreshUserNamespace),
        Defence::PidNamespace => Place::Lane(Switch::PidNamespace),
        Defence::MountNamespace => Place::Lane(Switch::MountNamespace),
        Defence::NetworkNamespace => Place::Lane(Switch::NetworkNamespace),
        Defence::IpcNamespace => Place::Lane(Switch::FreshIpcNamespace),
        Defence::Session => Place::Lane(Switch::Session),
        Defence::Keyring => Place::Lane(Switch::Keyring),
        Defence::DescriptorHygiene => Place::Lane(Switch::DescriptorHygiene),
        Defence::PendingSignalsLimit => Place::Lane(Switch::PendingSignals),
        Defence::LockedMemoryLimit => Place::Lane(Switch::LockedMemory),
        Defence::PriorityLimits => Place::Lane(Switch::PriorityLimits),
        Defence::MessageQueuesLimit => Place::Lane(Switch::MessageQueues),
        Defence::Unprivileged => Place::Nowhere,
        _ => Place::Request,
    }
}

/// The switches of a lane without the defences of `off`, for this attack.
pub(super) fn of_lane(attack: &Attack, off: &[Defence]) -> Vec<Switch> {
    let mut switches: Vec<Switch> = off
        .iter()
        .filter_map(|defence| match place(*defence) {
            Place::Lane(switch) => Some(switch),
            _ => None,
        })
        .collect();
    let sees_proc =
        attack.needs.iter().any(|need| matches!(need, Need::ProcMounted | Need::RaisedOomScore));
    if sees_proc && off.contains(&Defence::ReadOnlyMounts) {
        switches.push(Switch::ReadOnlyProc);
    }
    switches
}

/// Why the attack cannot be shown by turning defences off; `None` where it can.
pub(super) fn obstacle(attack: &Attack) -> Option<&'static str> {
    if attack.without.iter().any(|defence| matches!(place(*defence), Place::Nowhere)) {
        return Some("rules of the kernel for every process without privilege stop it");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandglass_attacks::attacks;

    #[test]
    fn every_switch_of_a_lane_is_used_by_an_attack() {
        let used: Vec<Switch> =
            attacks().iter().flat_map(|attack| of_lane(attack, attack.without)).collect();
        for switch in Switch::ALL {
            assert!(used.contains(switch), "{switch}");
        }
    }
}
