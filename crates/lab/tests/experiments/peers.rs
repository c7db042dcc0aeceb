//! The peers that this host has, each on its own.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use sandglass_lab::{
    Environment, HelperCommand, RoundTrips, Scratch, dynamic_true, peers, static_true,
};

use crate::check;

/// One trial for each peer, ignored (and listed as such) where the host lacks it, and for an
/// ordinary user: whether a peer lets one in is the host's business (firejail has a list of
/// users, crun refuses hybrid cgroups, AppArmor may forbid user namespaces).
pub(crate) fn trials() -> Vec<Trial> {
    const PEERS: [&str; 7] =
        ["isolate", "nsjail", "bubblewrap", "firejail", "crun", "runc", "go-judge"];
    let found: Vec<String> = match (HelperCommand::current(), Scratch::new(None)) {
        (Ok(helper), Ok(scratch)) => {
            peers(&helper, &scratch).iter().map(|peer| peer.identity().name).collect()
        }
        _ => Vec::new(),
    };
    let environment = Environment::read();
    PEERS
        .into_iter()
        .map(|name| {
            let missing = !environment.root || !found.iter().any(|peer| peer == name);
            Trial::test(format!("peer_{name}_runs_both_programs"), move || peer_runs(name))
                .with_ignored_flag(missing)
        })
        .collect()
}

fn peer_runs(name: &str) -> Result<(), Failed> {
    let scratch = Scratch::new(None)?;
    let helper = HelperCommand::current()?;
    let mut all = peers(&helper, &scratch);
    let peer = all
        .iter_mut()
        .find(|peer| peer.identity().name == name)
        .ok_or_else(|| Failed::from("is not installed"))?;
    let allowed = Environment::read().processors_allowed.unwrap_or_default();
    let cpu = allowed.split([',', '-']).next().unwrap_or_default().parse()?;
    for program in [dynamic_true(), static_true(&scratch)?] {
        peer.prepare(&program)?;
        let trips = RoundTrips { runs: 2, pause: Duration::from_millis(1), cpu: Some(cpu) };
        let times = peer.round_trips(&program, &trips)?;
        check(times.len() == 2 && times.iter().all(|time| time.wall_ns > 50_000), &times)?;
        let both = peer.throughput(&program, 2, Duration::from_millis(100))?;
        check(both.runs >= 2, &both)?;
    }
    peer.finish()?;
    check(leftovers(name).is_empty(), &leftovers(name))
}

/// Control groups that a container of this process left behind.
fn leftovers(name: &str) -> Vec<PathBuf> {
    let prefix = format!("sandglass-lab-{name}-{}-", std::process::id());
    let hierarchies = fs::read_dir("/sys/fs/cgroup").into_iter().flatten().flatten();
    hierarchies
        .flat_map(|hierarchy| fs::read_dir(hierarchy.path()).into_iter().flatten().flatten())
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix))
        .map(|entry| entry.path())
        .collect()
}
