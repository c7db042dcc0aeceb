//! `sandglass run`: one program, in a sandbox.

mod arguments;
mod interrupt;
mod program;
mod repeat;
mod report;
mod request;

pub(crate) use arguments::Arguments;

use std::process::ExitCode;
use std::time::Instant;

use sandglass_sandbox::Lane;

use crate::failure::{DONE, Failure, NOT_AS_HOPED};
use crate::print::{self, say};
use arguments::Monitor;
use interrupt::Interrupt;
use repeat::Times;
use report::Finished;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match carry_out(arguments) {
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            if arguments.json {
                // A consumer of our stdout gets an object in any case, and never mistakes a failure
                // of ours for an outcome of the program.
                let object = serde_json::json!({ "error": &failure });
                // stderr has it too, so a closed stdout takes nothing away.
                let _ = print::line(object);
            }
            failure.report()
        }
    }
}

fn carry_out(arguments: &Arguments) -> Result<u8, Failure> {
    if arguments.walls.monitor != Monitor::None {
        return Err(Failure::usage("this monitor is not built yet")
            .hint("leave --monitor away: the kernel enforces all limits and policies by itself"));
    }
    let template = request::template(arguments)?;
    // First, so that a file that is missing is known before there is a sandbox. Who opens a pipe with a name
    // waits for its other end, and can still be interrupted.
    let mut opened = Some(request::with_streams(template.clone(), arguments)?);
    // Before anything is started, so that no signal finds us without a handler.
    let interrupt = Interrupt::install()?;
    let lane = Lane::new(&request::lane_options(arguments)?)?;
    for group in &lane.facts().busy_groups {
        let group = String::from_utf8_lossy(group);
        say!("sandglass: a cgroup of an earlier lane is still in use: {group}");
        say!("  hint: it is removed when a lane is started after that has ended");
    }
    let mut times = Times::default();
    let mut as_hoped = true;
    for _ in 0..arguments.repeat {
        if interrupt.signal().is_some() {
            break;
        }
        let request = match opened.take() {
            Some(request) => request,
            None => request::with_streams(template.clone(), arguments)?,
        };
        let started = Instant::now();
        let run = lane.submit(&request)?;
        let outcome = interrupt.during(run.killer(), || run.wait())?;
        let finished = Finished { outcome, round_trip: started.elapsed() };
        let copied = request::copy_out(arguments, &finished.outcome)?;
        as_hoped &= finished.outcome.success() && copied;
        times.add(&finished);
        if arguments.json {
            report::print_json(&finished)?;
        } else if arguments.repeat == 1 {
            say!("{}", report::summary(&finished).trim_end());
        }
    }
    if !arguments.json && arguments.repeat > 1 {
        say!("{}", times.summary().trim_end());
    }
    if let Some(signal) = interrupt.signal() {
        say!("sandglass: interrupted by signal {signal}; the run was killed and removed");
        return Ok(interrupt::exit_status(signal));
    }
    Ok(if as_hoped { DONE } else { NOT_AS_HOPED })
}
