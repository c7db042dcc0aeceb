//! An attack with no sandbox at all, where its [`Alone`] says that it is harmless: as it is, or in
//! namespaces made for it by unshare(1). It shows that the attack works on this kernel; which defence
//! stops it is then said by the table alone.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use sandglass_attacks::{Alone, Attack, Family, Need, Verdict};

use super::observation::{Observation, last_words};
use super::surroundings::Surroundings;
use crate::failure::Failure;

/// Runs its arguments with what the attack needs: an open directory, a raised OOM score.
const PREPARE: &str = r#"
[ "$RAISE" ] && echo 500 >/proc/self/oom_score_adj
[ "$STRAY" ] && exec 5</
exec "$@"
"#;

/// Runs in namespaces of its own. A victim is their second process; /usr is a mount of its own, and
/// read-only, so that there is something to unmount and to remount.
const INSIDE: &str = r#"
sleep 60 & [ $! = 2 ] || exit 90
mount --bind /usr /usr && mount -o remount,bind,ro /usr || exit 91
program=$1 before=$2; shift 2
IFS='
' # the words of $before are lines, because paths may have spaces
[ -z "$before" ] || "$program" $before || exit 92
case $1 in
kill-parent) sh -c '"$@"; true' sh "$program" "$@"; sleep 0.5 ;;
*) "$program" "$@" ;;
esac
"#;

/// Where an attack can be shown bare here; `None` where it cannot.
pub(super) fn place(attack: &Attack, surroundings: &Surroundings) -> Option<&'static str> {
    match attack.alone {
        Alone::Anyone => Some("no sandbox"),
        Alone::Namespaces => Some("namespaces alone"),
        Alone::Administrator if surroundings.is_root() => Some("no sandbox, root"),
        _ => None,
    }
}

/// Runs the attack and waits for its end.
pub(super) fn run(attack: &Attack, surroundings: &Surroundings) -> Result<Observation, Failure> {
    let failed = |error| Failure::ours(format!("could not run {} bare: {error}", attack.name));
    let directory = surroundings.directory(&format!("{}-bare", attack.name)).map_err(failed)?;
    let bound = surroundings.new_bound_file().map_err(failed)?;
    let inside = attack.alone == Alone::Namespaces;
    let value = |need| match need {
        Need::Victim if inside => Some("2".to_owned()),
        Need::BoundFile => Some(bound.display().to_string()),
        need => surroundings.value(need),
    };
    let (Ok(words), Ok(before)) = (attack.command_line(value), attack.command_line_before(value))
    else {
        let says = "this host has not what it needs".to_owned();
        return Ok(Observation { says, ..Observation::default() });
    };
    let mut command = Command::new(if inside { "unshare" } else { "sh" });
    if inside {
        command
            .args(["--user", "--map-root-user", "--pid", "--fork", "--mount", "--net", "--ipc"])
            .args(["--uts", "--cgroup", "--mount-proc", "sh", "-c", INSIDE, "sh"])
            .arg(surroundings.program())
            .arg(before.join("\n"));
    } else {
        command.args(["-c", PREPARE, "sh"]).arg(surroundings.program());
    }
    for (need, variable) in [(Need::StrayDirectory, "STRAY"), (Need::RaisedOomScore, "RAISE")] {
        if attack.needs.contains(&need) {
            command.env(variable, "1");
        }
    }
    let output = command
        .args(words)
        .current_dir(&directory)
        .stdin(input(attack, surroundings).map_err(failed)?)
        .stdout(sink(attack, &directory).map_err(failed)?)
        .stderr(Stdio::null())
        .output()
        .map_err(failed)?;
    let _ = fs::remove_dir_all(&directory);
    let says = last_words(&output.stdout);
    // The parent's death leaves only the words; what closed or flooded its output, only the status.
    let verdict = if attack.argv[0] == "kill-parent" {
        says.starts_with("reached: ").then_some(Verdict::Reached)
    } else {
        output.status.code().and_then(Verdict::from_exit_code)
    };
    let says = if verdict.is_none() { format!("{}: {says}", output.status) } else { says };
    Ok(Observation { verdict, says, ..Observation::default() })
}

fn input(attack: &Attack, surroundings: &Surroundings) -> std::io::Result<Stdio> {
    if attack.needs.contains(&Need::StdinFile) {
        return Ok(File::open(surroundings.input())?.into());
    }
    Ok(Stdio::null())
}

/// What floods its output writes to nowhere, or to a file where it wants one.
fn sink(attack: &Attack, directory: &Path) -> std::io::Result<Stdio> {
    if attack.needs.contains(&Need::StdoutFile) {
        return Ok(File::create(directory.join("stdout"))?.into());
    }
    Ok(if attack.family == Family::Output { Stdio::null() } else { Stdio::piped() })
}
