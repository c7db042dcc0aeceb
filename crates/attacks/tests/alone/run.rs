//! One attack, run where it does no harm.

use crate::surroundings::Surroundings;
use sandglass_attacks::{Alone, Attack, Family, Need};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

/// How an attack went.
pub(crate) struct Trial {
    pub(crate) reached: bool,
    pub(crate) refused: bool,
    /// The last line it printed.
    pub(crate) says: String,
}

/// Runs the program given as arguments with what it needs: an open directory, a raised OOM score.
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

/// Runs the attack and waits for its end.
pub(crate) fn run(attack: &Attack, surroundings: &Surroundings) -> Trial {
    let directory = surroundings.new_directory(attack.name);
    let inside = attack.alone == Alone::Namespaces;
    let value = |need| match need {
        Need::Victim if inside => Some("2".to_owned()),
        need => surroundings.value(need),
    };
    let arguments = attack.command_line(value).unwrap();
    let mut command = if inside {
        let mut command = Command::new("unshare");
        command
            .args(["--user", "--map-root-user", "--pid", "--fork", "--mount"])
            .args(["--net", "--ipc", "--uts", "--cgroup", "--mount-proc", "sh"])
            .args(["-c", INSIDE, "sh"])
            .arg(&surroundings.program)
            .arg(attack.command_line_before(value).unwrap().join("\n"));
        command
    } else {
        let mut command = Command::new("sh");
        command.args(["-c", PREPARE, "sh"]).arg(&surroundings.program);
        command
    };
    for (need, variable) in [(Need::StrayDirectory, "STRAY"), (Need::RaisedOomScore, "RAISE")] {
        if attack.needs.contains(&need) {
            command.env(variable, "1");
        }
    }
    let output = command
        .args(arguments)
        .current_dir(&directory)
        .stdin(input(attack, &directory))
        .stdout(sink(attack, &directory))
        .stderr(Stdio::null())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let says = printed.lines().next_back().unwrap_or_default().to_owned();
    // The parent's death leaves only the words; what closed or flooded its output, only the status.
    let reached = match attack.argv[0] {
        "kill-parent" => says.starts_with("reached: "),
        _ => output.status.code() == Some(0),
    };
    let _ = fs::remove_dir_all(directory.join("many"));
    Trial { reached, refused: output.status.code() == Some(10), says }
}

fn input(attack: &Attack, directory: &Path) -> Stdio {
    if !attack.needs.contains(&Need::StdinFile) {
        return Stdio::null();
    }
    let path = directory.join("input");
    fs::write(&path, "input").unwrap();
    File::open(path).unwrap().into()
}

/// What floods its output writes to nowhere, or to a file where it wants one.
fn sink(attack: &Attack, directory: &Path) -> Stdio {
    if attack.needs.contains(&Need::StdoutFile) {
        File::create(directory.join("stdout")).unwrap().into()
    } else if attack.family == Family::Output {
        Stdio::null()
    } else {
        Stdio::piped()
    }
}
