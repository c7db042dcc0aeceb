//! Every attack works where there is no sandbox: the proof that the suite's refusals mean
//! something. Each runs where its [`Alone`] says that it is harmless: as it is, or in namespaces
//! made by `unshare`. Those that want a host prepared for them ([`Alone::Special`]) are left to the
//! suite of the sandbox.

use sandglass_attacks::bare::{self, Trial};
use sandglass_attacks::{Alone, Attack, Family, Host, Need, Verdict, attacks};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

#[test]
fn every_attack_reaches_its_goal_without_a_sandbox() {
    // Started by root, the attacks run as root here.
    let host = Host::new(0, 0).unwrap();
    let failures = Mutex::new(Vec::new());
    let judge = |attack: &Attack| {
        let trial = bare::run(attack, &host).unwrap();
        println!("{:28} {:?} {}", attack.name, attack.alone, trial.says);
        if let Some(reason) = failure(attack, &trial, host.is_root()) {
            let says = &trial.says;
            failures.lock().unwrap().push(format!("{}: {reason}: {says}", attack.name));
        }
    };
    // Those that only wait may wait together; the rest would disturb each other.
    let (waiting, busy): (Vec<_>, Vec<_>) = attacks()
        .iter()
        .filter(|attack| attack.alone != Alone::Special)
        .partition(|attack| attack.family == Family::WallTime);
    let judge = &judge;
    thread::scope(|scope| {
        for attack in waiting {
            scope.spawn(move || judge(attack));
        }
        busy.into_iter().for_each(judge);
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Why the trial is not what it must be; `None` when it is.
fn failure(attack: &Attack, trial: &Trial, is_root: bool) -> Option<&'static str> {
    let refused = trial.verdict == Some(Verdict::Refused);
    let lacks_support = refused
        && attack
            .needs
            .iter()
            .any(|need| matches!(need, Need::KernelSupport | Need::SystemResourceCapability));
    match (attack.alone, trial.verdict) {
        (_, Some(Verdict::Reached)) => None,
        // An ordinary user is refused by the kernel itself; so the attack is one for root.
        (Alone::Administrator, _) if !is_root && refused => None,
        // Kernels and hosts differ; the answer was printed above.
        _ if lacks_support => None,
        _ => Some("not reached"),
    }
}

#[test]
fn few_attacks_are_left_to_a_prepared_host() {
    let special: BTreeSet<&str> = attacks()
        .iter()
        .filter(|attack| attack.alone == Alone::Special)
        .map(|attack| attack.name)
        .collect();
    assert!(special.len() <= 10, "{special:?}");
}
