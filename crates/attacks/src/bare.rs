//! An attack with no sandbox at all, where its [`Alone`] says that it is harmless: as it is, or in
//! namespaces made for it by unshare(1). It shows that the attack works on this kernel; which defence
//! stops it is then said by the table alone.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Alone, Attack, Family, Host, Need, Verdict};

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

/// How an attack went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What the program said by its exit status; `None` where it said nothing.
    pub verdict: Option<Verdict>,
    /// Its last words, or how it ended.
    pub says: String,
}

/// Where the attack can be shown without a sandbox on this host; `None` where it cannot.
pub fn place(attack: &Attack, host: &Host) -> Option<Place> {
    match attack.alone {
        Alone::Anyone => Some(Place::Host),
        Alone::Namespaces => Some(Place::Namespaces),
        Alone::Administrator if host.is_root() => Some(Place::HostAsRoot),
        _ => None,
    }
}

/// Where an attack is shown without a sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// As a process like any other.
    Host,
    /// The same, as root.
    HostAsRoot,
    /// In namespaces of its own.
    Namespaces,
}

/// Runs the attack without a sandbox, where [`place`] says, and waits for its end.
///
/// # Errors
/// Those of preparing it and of starting `unshare` or `sh`.
pub fn run(attack: &Attack, host: &Host) -> io::Result<Trial> {
    let directory = host.directory(&format!("{}-bare", attack.name))?;
    let bound = host.new_bound_file(&directory)?;
    let inside = attack.alone == Alone::Namespaces;
    let value = |need| match need {
        Need::Victim if inside => Some("2".to_owned()),
        Need::Maker => Some("1".to_owned()),
        Need::BoundFile => Some(bound.display().to_string()),
        Need::SetuidProgram => Some(host.setuid_program().display().to_string()),
        need => host.value(need),
    };
    let (Ok(words), Ok(before)) = (attack.command_line(value), attack.command_line_before(value))
    else {
        let says = "this host has not what it needs".to_owned();
        return Ok(Trial { verdict: Some(Verdict::Inapplicable), says });
    };
    let mut command = Command::new(if inside { "unshare" } else { "sh" });
    if inside {
        command
            .args(["--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount"])
            .args(["--net", "--ipc", "--uts", "--cgroup", "--mount-proc", "sh", "-c", INSIDE, "sh"])
            .arg(host.program())
            .arg(before.join("\n"));
    } else {
        command.args(["-c", PREPARE, "sh"]).arg(host.program());
    }
    for (need, variable) in [(Need::StrayDirectory, "STRAY"), (Need::RaisedOomScore, "RAISE")] {
        if attack.needs.contains(&need) {
            command.env(variable, "1");
        }
    }
    if attack.needs.contains(&Need::SetuidProgram) && host.is_root() {
        // It lies where only root and this group pass, and begins by giving up root.
        command.gid(host.group());
    }
    let output = command
        .args(words)
        .current_dir(&directory)
        .stdin(input(attack, host)?)
        .stdout(sink(attack, &directory)?)
        .stderr(Stdio::null())
        .output()?;
    // One attack leaves a tree that is deeper than many users may have files open, of which the
    // standard library wants one for each level.
    if fs::remove_dir_all(&directory).is_err() {
        Command::new("rm").arg("-rf").arg(&directory).status()?;
    }
    let says = last_words(&output.stdout);
    // The parent's death leaves only the words; what closed or flooded its output, only the status.
    let verdict = if attack.argv[0] == "kill-parent" {
        says.starts_with("reached: ").then_some(Verdict::Reached)
    } else {
        output.status.code().and_then(Verdict::from_exit_code)
    };
    let says = if verdict.is_none() { format!("{}: {says}", output.status) } else { says };
    Ok(Trial { verdict, says })
}

/// The last line of what an attack printed, for a person: cut, because some print a megabyte, and with
/// nothing in it that a terminal would obey.
pub fn last_words(printed: &[u8]) -> String {
    const LONGEST: usize = 160;
    let last = printed.trim_ascii_end().rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let text = String::from_utf8_lossy(&last[..last.len().min(4 * LONGEST)]);
    let visible = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    text.chars().take(LONGEST).map(visible).collect()
}

fn input(attack: &Attack, host: &Host) -> io::Result<Stdio> {
    if attack.needs.contains(&Need::StdinFile) {
        return Ok(File::open(host.input())?.into());
    }
    Ok(Stdio::null())
}

/// What floods its output writes to nowhere, or to a file where it wants one.
fn sink(attack: &Attack, directory: &Path) -> io::Result<Stdio> {
    if attack.needs.contains(&Need::StdoutFile) {
        return Ok(File::create(directory.join("stdout"))?.into());
    }
    Ok(if attack.family == Family::Output { Stdio::null() } else { Stdio::piped() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_short_and_harmless() {
        assert_eq!(last_words(b"first\nreached: it\n"), "reached: it");
        assert_eq!(last_words(b"a\x1b[2Jb"), "a\u{fffd}[2Jb");
        assert_eq!(last_words(&[0; 1 << 20]).chars().count(), 160);
        assert_eq!(last_words(b""), "");
    }
}
