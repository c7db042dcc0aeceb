//! `sandglass doctor`: what this host gives, what that means, and the command that would raise it.
//!
//! Nothing is guessed from a version where the kernel can be asked: namespaces are made, a lane is
//! started and a program is run in it. Files below /proc and /sys only explain *why* something is
//! not given ([`host`]).

mod cgroups;
mod check;
mod host;
mod kernel;
mod lane;
mod measurement;
mod namespaces;
mod selftest;

pub(crate) use namespaces::{ProbeArguments, probe};

use std::process::ExitCode;

use check::{Check, Level};
use host::Host;
use lane::Ability;

use crate::failure::{DONE, NOT_AS_HOPED, OUR_FAILURE};
use crate::print;

/// Say what this host gives, what it means, and how to raise it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Levels:
  ok       as good as it gets
  note     the sandbox is whole; measured times may be noisier, or an extra
           is not to be had
  weaker   runs are possible, with something less than asked for
  missing  something that the sandbox needs is not there

Exit status:
  0  nothing is weaker or missing     1  something is
  3  no program can be run at all

With --selftest every known attack on the sandbox is carried out with every defence on, when it \
must be stopped; without those that stop it, when it must succeed; and, where there are several, \
with each of them alone, when it must be stopped. `--only NAME` carries out one, `--list` tells \
their names. Then:
  0  every attack was stopped         1  one got through
  3  the test itself failed

Nothing on the host is changed. A command that raises a level is printed with '$' for an ordinary \
user and with '#' for root.

Examples:
  sandglass doctor
  sandglass doctor --selftest --only fork-bomb")]
pub(crate) struct Arguments {
    /// Print one JSON object on stdout
    #[arg(long)]
    json: bool,
    /// Attack the sandbox, with its defences and without
    #[arg(long)]
    selftest: bool,
    /// Carry out this attack alone; may be given more than once
    #[arg(long, value_name = "NAME", requires = "selftest")]
    only: Vec<String>,
    /// Print the names of the attacks, what each wants and what stops it, and carry out none
    #[arg(long, requires = "selftest")]
    list: bool,
    /// Test weaker limits where the host gives no cgroup
    #[arg(long, requires = "selftest")]
    allow_weaker: bool,
    /// What this process was given by the self-test that started it
    #[arg(long, hide = true, requires = "selftest")]
    stage: Option<selftest::Stage>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    if arguments.selftest {
        return selftest::run(&selftest::Options {
            only: &arguments.only,
            list: arguments.list,
            json: arguments.json,
            allow_weaker: arguments.allow_weaker,
            stage: arguments.stage,
        });
    }
    let (checks, ability) = examine();
    let text = if arguments.json {
        let able = match ability {
            Ability::Whole => "whole",
            Ability::Weaker => "weaker",
            Ability::None => "none",
        };
        format!("{}\n", serde_json::json!({ "runs": able, "checks": checks }))
    } else {
        check::table(&checks)
    };
    if let Err(failure) = print::data(text) {
        return failure.report();
    }
    ExitCode::from(status(&checks, ability))
}

fn examine() -> (Vec<Check>, Ability) {
    let host = Host::running();
    let (lane, ability) = lane::checks();
    let mut checks = kernel::checks(&host);
    checks.extend(namespaces::checks(&host));
    checks.extend(cgroups::checks(&host, ability == Ability::Whole));
    checks.extend(lane);
    checks.extend(measurement::checks(&host));
    (checks, ability)
}

fn status(checks: &[Check], ability: Ability) -> u8 {
    let lacking = checks.iter().any(|check| matches!(check.level, Level::Weaker | Level::Missing));
    match ability {
        Ability::None => OUR_FAILURE,
        Ability::Whole if !lacking => DONE,
        _ => NOT_AS_HOPED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_follows_the_worst() {
        let check = |level| Check::new("x", level, "", "");
        let fine = [check(Level::Ok), check(Level::Note)];
        assert_eq!(status(&fine, Ability::Whole), 0);
        assert_eq!(status(&fine, Ability::Weaker), 1);
        assert_eq!(status(&[check(Level::Weaker)], Ability::Whole), 1);
        assert_eq!(status(&fine, Ability::None), 3);
    }
}
