//! Cgroups that cannot be removed at once, because somebody who is not of the lane is in them.

use crate::moments::no_cgroups;
use crate::support::*;
use sandglass_sandbox::Lane;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process};
use std::time::Instant;

/// A process of somebody else, moved into `directory`; `None` where we may not.
fn stranger_in(directory: &Path) -> Option<Child> {
    let mut stranger = Process::new("sleep").arg("20").spawn().expect("started");
    if fs::write(directory.join("cgroup.procs"), stranger.id().to_string()).is_ok() {
        return Some(stranger);
    }
    let _ = stranger.kill();
    let _ = stranger.wait();
    None
}

/// The lane's cgroups in a v1 hierarchy, where nothing kills a whole group.
fn legacy(lane: &Lane) -> Option<PathBuf> {
    let top = cgroups(guardian(lane)).into_iter().find(|path| path.contains("/memory/"))?;
    Some(Path::new(&top).join("a"))
}

/// A group that is busy for a while is removed when it no longer is.
#[test]
fn a_group_that_is_busy_for_a_while_is_removed_all_the_same() {
    let lane = lane();
    let guardian = guardian(&lane);
    let Some(mut stranger) = legacy(&lane).and_then(|group| stranger_in(&group)) else {
        return killed_with_the_group(lane);
    };
    assert!(lane.run(&shell("exit 0")).expect("it still serves").success());
    let process = stranger.id();
    let leaves = std::thread::spawn(move || {
        std::thread::sleep(ms(300));
        stranger.kill().expect("killed");
        stranger.wait().expect("waited");
    });
    let start = Instant::now();
    drop(lane);
    assert!(start.elapsed() >= ms(200), "who waited for {process}? {:?}", start.elapsed());
    leaves.join().expect("it ends");
    assert_eq!(cgroups(guardian), Vec::<String>::new());
}

/// One that stays busy does not hold up the client for ever, the stranger is not killed, and the next
/// lane that is started after it left removes the group.
#[test]
fn a_group_that_stays_busy_is_removed_by_a_later_lane() {
    let first = lane();
    let owner = guardian(&first);
    let Some(mut stranger) = legacy(&first).and_then(|group| stranger_in(&group)) else {
        return killed_with_the_group(first);
    };
    let start = Instant::now();
    drop(first);
    assert!(start.elapsed() < slow(ms(6000)), "{:?}", start.elapsed());
    assert!(alive(stranger.id()), "not the lane's to kill");
    assert_eq!(cgroups(owner).len(), 1, "all but the busy one are gone");
    let meanwhile = lane();
    let told = &meanwhile.facts().busy_groups;
    let told: Vec<_> = told.iter().map(|group| String::from_utf8_lossy(group)).collect();
    let words = format!("sandglass-{owner}/a (process {}, sleep)", stranger.id());
    assert!(told.iter().any(|group| group.contains(&words)), "{words}: {told:?}");
    drop(meanwhile);
    stranger.kill().expect("killed");
    stranger.wait().expect("waited");
    drop(lane());
    no_cgroups(owner);
}

/// In a v2 group `cgroup.kill` ends whoever is in it, and the group goes; without any group there is
/// nothing to remove.
fn killed_with_the_group(lane: Lane) {
    let guardian = guardian(&lane);
    let stranger = cgroups(guardian).first().and_then(|top| stranger_in(&Path::new(top).join("a")));
    drop(lane);
    if let Some(mut stranger) = stranger {
        use std::os::unix::process::ExitStatusExt;
        assert_eq!(stranger.wait().expect("waited").signal(), Some(9));
    }
    assert_eq!(cgroups(guardian), Vec::<String>::new());
}

/// Groups made inside of ours by somebody with the right to.
#[test]
fn groups_inside_of_ours_are_removed_with_them() {
    let lane = lane();
    let guardian = guardian(&lane);
    for top in cgroups(guardian) {
        let inner = Path::new(&top).join("a/of-a-stranger/deeper");
        let _ = fs::create_dir_all(inner);
    }
    assert!(lane.run(&shell("exit 0")).expect("it still serves").success());
    drop(lane);
    assert_eq!(cgroups(guardian), Vec::<String>::new());
}

/// The kernel gives the number of a guardian that is dead to somebody else one day. That one's life says
/// nothing about the lane.
#[test]
fn groups_of_a_dead_lane_are_removed_though_its_number_lives_again() {
    let mut other = Process::new("sleep").arg("20").spawn().expect("started");
    let first = lane();
    let name = format!("sandglass-{}", other.id());
    let made: Vec<_> = cgroups(guardian(&first))
        .iter()
        .map(|top| Path::new(top).with_file_name(&name))
        .filter(|place| fs::create_dir(place).is_ok())
        .collect();
    drop(lane());
    let left: Vec<_> = made.iter().filter(|place| place.exists()).collect();
    other.kill().expect("killed");
    other.wait().expect("waited");
    assert!(left.is_empty(), "{left:?}");
    assert!(!cgroups(guardian(&first)).is_empty() || made.is_empty(), "those of the living stay");
}

/// Who starts no lane after its guardian was killed, and only ends its own, leaves nothing either.
#[test]
fn a_client_removes_what_its_killed_guardian_left() {
    for _ in 0..crate::moments::rounds(5) {
        let lane = lane();
        let guardian = guardian(&lane);
        let run = lane.submit(&inside(&["tree"])).expect("sent");
        sandglass_sys::send_signal(guardian as i32, 9).expect("it lives");
        assert!(run.wait().is_err());
        drop(lane);
        assert_eq!(cgroups(guardian), Vec::<String>::new());
    }
}

/// A lane in another PID namespace has a number that is nobody's here; its groups are told by its lock.
#[test]
fn groups_of_a_lane_that_is_not_in_our_proc_stay_while_it_lives() {
    let lane = lane();
    let Some(top) = cgroups(guardian(&lane)).into_iter().next() else { return };
    let foreign = Path::new(&top).with_file_name(format!("sandglass-{}", i32::MAX));
    // A lane of another test may look in the moment before it is held.
    let held = (0..5).find_map(|_| {
        let _ = fs::create_dir(&foreign);
        let held = fs::File::open(&foreign).ok()?;
        held.try_lock_shared().ok()?;
        drop(self::lane());
        foreign.exists().then_some(held)
    });
    assert!(held.is_some(), "its lane lives");
    drop(held);
    drop(self::lane());
    assert!(!foreign.exists(), "its lane is dead");
}
