//! Every attack works where there is no sandbox: the proof that the suite's refusals mean
//! something. Each runs where its [`Alone`] says that it is harmless: as it is, or in namespaces
//! made by `unshare`. Those that want a host prepared for them ([`Alone::Special`]) are left to the
//! suite of the sandbox.

mod run;
mod surroundings;

use run::Trial;
use sandglass_attacks::{Alone, Attack, Family, Need, attacks};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;
use surroundings::Surroundings;

#[test]
fn every_attack_reaches_its_goal_without_a_sandbox() {
    let surroundings = Surroundings::new();
    let failures = Mutex::new(Vec::new());
    let judge = |attack: &Attack| {
        let trial = run::run(attack, &surroundings);
        println!("{:28} {:?} {}", attack.name, attack.alone, trial.says);
        if let Some(reason) = failure(attack, &trial, surroundings.is_root) {
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
    let lacks_support = attack.needs.contains(&Need::KernelSupport) && trial.refused;
    match (attack.alone, trial.reached) {
        (_, true) => None,
        // An ordinary user is refused by the kernel itself; so the attack is one for root.
        (Alone::Administrator, false) if !is_root && trial.refused => None,
        // Kernels differ; the answer was printed above.
        (_, false) if lacks_support => None,
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
