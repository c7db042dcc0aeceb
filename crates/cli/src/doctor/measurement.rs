//! What makes measured times vary, and counters.
//!
//! None of it weakens the sandbox, so nothing here is worse than a note.

use sandglass_sys::Errno;

use super::check::{Check, Level};
use super::host::Host;

pub(super) fn checks(host: &Host) -> Vec<Check> {
    let counter = sandglass_sys::count_instructions(0, false).map(drop);
    [
        Some(instructions(counter, host)),
        multithreading(host),
        turbo(host),
        governor(host),
        address_space(host),
        Some(swap(host)),
        huge_pages(host),
        clock(host),
        yama(host),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn note(subject: &'static str, found: impl Into<String>, meaning: &str) -> Check {
    Check::new(subject, Level::Note, found, meaning)
}

fn fine(subject: &'static str, found: impl Into<String>) -> Check {
    Check::new(subject, Level::Ok, found, "")
}

fn instructions(counter: Result<(), Errno>, host: &Host) -> Check {
    let subject = "instruction counter";
    let paranoid = host.number("proc/sys/kernel/perf_event_paranoid");
    match counter {
        // Root may count whatever the setting; a supervisor is not root.
        Ok(()) if paranoid.is_some_and(|level| level > 2) => {
            note(subject, "for root only", "--count-instructions gives nothing")
                .raise("# sysctl -w kernel.perf_event_paranoid=2")
        }
        Ok(()) => fine(subject, "there"),
        Err(Errno::EACCES | Errno::EPERM) => {
            let level = paranoid.map_or_else(|| "?".to_owned(), |level| level.to_string());
            let found = format!("forbidden (perf_event_paranoid {level})");
            note(subject, found, "--count-instructions gives nothing")
                .raise("# sysctl -w kernel.perf_event_paranoid=2")
        }
        Err(_) => {
            let meaning = "--count-instructions gives nothing; virtual machines often have none";
            note(subject, "this processor offers none", meaning)
        }
    }
}

fn multithreading(host: &Host) -> Option<Check> {
    let subject = "hyper-threads";
    match host.text("sys/devices/system/cpu/smt/active")?.as_str() {
        "1" => Some(
            note(subject, "on", "two runs on one core slow each other by up to a half")
                .raise("# echo off > /sys/devices/system/cpu/smt/control"),
        ),
        _ => Some(fine(subject, "off")),
    }
}

fn turbo(host: &Host) -> Option<Check> {
    const INTEL: &str = "sys/devices/system/cpu/intel_pstate/no_turbo";
    const OTHERS: &str = "sys/devices/system/cpu/cpufreq/boost";
    let (on, command) = match (host.number(INTEL), host.number(OTHERS)) {
        (Some(off), _) => (off == 0, format!("# echo 1 > /{INTEL}")),
        (None, Some(on)) => (on == 1, format!("# echo 0 > /{OTHERS}")),
        (None, None) => return None,
    };
    Some(if on {
        note("turbo", "on", "the clock depends on temperature and on the other cores")
            .raise(command)
    } else {
        fine("turbo", "off")
    })
}

fn governor(host: &Host) -> Option<Check> {
    let governor = host.text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")?;
    Some(if governor == "performance" {
        fine("frequency", governor)
    } else {
        note("frequency", governor, "short runs may be over before the clock has risen")
            .raise("# cpupower frequency-set --governor performance")
    })
}

fn address_space(host: &Host) -> Option<Check> {
    let subject = "address randomization";
    match host.number("proc/sys/kernel/randomize_va_space")? {
        0 => Some(
            note(subject, "off", "exploits are easier on this host")
                .raise("# sysctl -w kernel.randomize_va_space=2"),
        ),
        // It makes times vary by a per cent or so, and it is worth it.
        _ => Some(fine(subject, "on")),
    }
}

fn swap(host: &Host) -> Check {
    let areas = host.text("proc/swaps").map_or(0, |text| text.lines().skip(1).count());
    if areas == 0 {
        return fine("swap", "off");
    }
    let meaning = "runs get none of it unless asked, but the rest of the host can be swapped out";
    note("swap", format!("{areas} in use"), meaning).raise("# swapoff -a")
}

fn huge_pages(host: &Host) -> Option<Check> {
    let subject = "huge pages";
    let chosen = host.chosen("sys/kernel/mm/transparent_hugepage/enabled")?;
    Some(if chosen == "always" {
        note(subject, chosen, "peak memory depends on how pages happen to be joined")
            .raise("# echo madvise > /sys/kernel/mm/transparent_hugepage/enabled")
    } else {
        fine(subject, chosen)
    })
}

fn clock(host: &Host) -> Option<Check> {
    let subject = "clock";
    const FILE: &str = "sys/devices/system/clocksource/clocksource0/current_clocksource";
    let source = host.text(FILE)?;
    Some(if matches!(source.as_str(), "hpet" | "acpi_pm" | "jiffies") {
        note(subject, source, "reading the time is slow, for us and for what runs")
            .raise(format!("# echo tsc > /{FILE}"))
    } else {
        fine(subject, source)
    })
}

fn yama(host: &Host) -> Option<Check> {
    let subject = "tracing";
    Some(match host.number("proc/sys/kernel/yama/ptrace_scope")? {
        scope @ (0 | 1) => fine(subject, format!("own children (yama {scope})")),
        scope => note(
            subject,
            format!("restricted (yama {scope})"),
            "the ptrace monitor cannot be used; nothing else needs it",
        )
        .raise("# sysctl -w kernel.yama.ptrace_scope=1"),
    })
}

#[cfg(test)]
mod tests {
    use super::super::host::tests::made_of;
    use super::*;

    #[test]
    fn a_laptop_gets_notes_and_commands() {
        let (_directory, host) = made_of(&[
            ("sys/devices/system/cpu/smt/active", "1"),
            ("sys/devices/system/cpu/intel_pstate/no_turbo", "0"),
            ("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave"),
            ("proc/swaps", "Filename Type\n/dev/sda2 partition 1 0 -2\n"),
            ("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never"),
            ("proc/sys/kernel/yama/ptrace_scope", "2"),
        ]);
        let checks = [
            multithreading(&host),
            turbo(&host),
            governor(&host),
            Some(swap(&host)),
            huge_pages(&host),
            yama(&host),
        ];
        for check in checks {
            let check = check.expect("the file is there");
            assert_eq!(check.level, Level::Note, "{check:?}");
            assert!(check.raise[0].starts_with("# "), "{check:?}");
        }
    }

    #[test]
    fn a_machine_without_the_files_gets_no_advice_about_them() {
        let (_directory, host) = made_of(&[]);
        assert!(turbo(&host).is_none() && clock(&host).is_none() && yama(&host).is_none());
        assert_eq!(swap(&host).level, Level::Ok);
    }

    #[test]
    fn a_forbidden_counter_can_be_allowed() {
        let (_directory, host) = made_of(&[("proc/sys/kernel/perf_event_paranoid", "3")]);
        assert!(!instructions(Err(Errno::EACCES), &host).raise.is_empty());
        assert!(!instructions(Ok(()), &host).raise.is_empty());
        assert!(instructions(Err(Errno::ENOENT), &host).raise.is_empty());
    }
}
