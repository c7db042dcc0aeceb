//! From options to what the sandbox is asked.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use sandbox::{BackendChoice, Input, LaneOptions, Limits, Outcome, Output, Policy, Request, View};
use sandglass_sandbox as sandbox;

use super::arguments::{Arguments, Backend, LimitArguments, Network, Switch};
use super::program::{self, Program};
use super::report::SHOWN;
use crate::failure::{Failure, whole_story};
use crate::print::say;
use crate::results;

/// What a copied-out file may hold where no limit of a file's size is given.
const COPY_OUT_SIZE: u64 = 64 << 20;

/// The lane for these options.
pub(super) fn lane_options(arguments: &Arguments) -> Result<LaneOptions, Failure> {
    let walls = &arguments.walls;
    let mut options = LaneOptions {
        backend: match (walls.backend, walls.allow_weaker) {
            (Backend::Auto, false) => BackendChoice::Strict,
            (Backend::Auto, true) => BackendChoice::AllowWeaker,
            (Backend::Cgroup2, _) => BackendChoice::Only(sandbox::Backend::Cgroup2),
            (Backend::Hybrid, _) => BackendChoice::Only(sandbox::Backend::Hybrid),
            (Backend::Rlimit, _) => BackendChoice::Only(sandbox::Backend::Rlimit),
        },
        cpus: walls.cpus.as_ref().map(|set| set.0.clone()).unwrap_or_default(),
        // A cell built ahead serves the next run, and there is none after the last.
        build_ahead: arguments.repeat > 1,
        // The identity of the lane is the one that costs no namespace of its own.
        inside_user: walls.uid,
        inside_group: walls.gid,
        ..LaneOptions::default()
    };
    if let Some(user) = walls.user {
        if !sandglass_sys::is_root() {
            return Err(Failure::usage("--user is for root alone")
                .hint("leave it away: programs run as yourself"));
        }
        (options.user, options.group) = (user.user, user.group);
    }
    Ok(options)
}

/// Everything about a run but its streams, which are opened for each run anew.
pub(super) fn template(arguments: &Arguments) -> Result<Request, Failure> {
    let (program, rest) = arguments.program.split_first().expect("clap requires one");
    let mut request = match program::find(program, &arguments.mounts)? {
        Program::Inside(path) => Request::new(path),
        Program::Handed(file, name) => Request::from_descriptor(file, &name),
    };
    request = request
        .arguments(rest)
        .limits(limits(&arguments.limits))
        .view(view(arguments)?)
        .count_instructions(arguments.count_instructions);
    if arguments.walls.policy.as_deref() == Some("none") {
        request = request.without_policy();
    } else if let Some(policy) = policy(arguments)? {
        request = request.policy(policy);
    }
    let variables = &arguments.streams.env;
    if !variables.iter().any(|(key, _)| key == "PATH") {
        request = request.environment("PATH", "/usr/bin:/bin");
    }
    for (key, value) in variables {
        request = request.environment(key, value);
    }
    if let Some(directory) = &arguments.streams.workdir {
        request = request.directory(directory);
    }
    for copy in &arguments.mounts.copy_in {
        let file = open(&copy.from)?;
        let mode = file.metadata().map_or(0o644, |data| data.permissions().mode() & 0o777);
        request = request.copy_in(Arc::new(file.into()), &copy.to, mode);
    }
    for copy in &arguments.mounts.copy_out {
        let limit = arguments.limits.file_size.unwrap_or(COPY_OUT_SIZE);
        request = request.copy_out(&copy.from, limit);
    }
    Ok(request)
}

fn limits(arguments: &LimitArguments) -> Limits {
    Limits {
        cpu_time: arguments.cpu_time,
        wall_time: arguments.wall_time,
        idle_time: arguments.idle_time,
        memory: arguments.memory,
        swap: Some(arguments.swap),
        processes: arguments.processes,
        output: arguments.output,
        file_size: arguments.file_size,
        open_files: arguments.open_files,
        stack: arguments.stack,
        core: Some(arguments.core),
        address_space: arguments.address_space,
        cpu_bandwidth: arguments.cpu_bandwidth,
    }
}

fn view(arguments: &Arguments) -> Result<View, Failure> {
    let (mounts, walls) = (&arguments.mounts, &arguments.walls);
    let mut view = View::system();
    for bind in &mounts.bind {
        if let Err(error) = fs::metadata(&bind.source) {
            let message = format!("cannot show '{}': {error}", bind.source.display());
            return Err(Failure::usage(message));
        }
        view = if bind.writable {
            view.bind_writable(&bind.source, &bind.target)
        } else {
            view.bind(&bind.source, &bind.target)
        };
    }
    for tmpfs in &mounts.tmpfs {
        view = view.tmpfs(&tmpfs.target, tmpfs.size);
    }
    if mounts.proc {
        view = view.proc("/proc");
    }
    view = view.identity(walls.uid, walls.gid).landlock(walls.landlock == Switch::On).network(
        match walls.network {
            Network::None => sandbox::Network::None,
            Network::Loopback => sandbox::Network::Loopback,
        },
    );
    if let Some(name) = &walls.hostname {
        view = view.host_name(name);
    }
    if let Some(cpus) = &walls.cpus {
        view = view.cpus(&cpus.0);
    }
    Ok(view)
}

/// The policy; `None` is the sandbox's own choice.
fn policy(arguments: &Arguments) -> Result<Option<Policy>, Failure> {
    let failed = |error: sandbox::PolicyError| {
        let hint = error.hint().to_owned();
        Failure::usage(whole_story(&error)).hint(hint)
    };
    match (arguments.walls.policy.as_deref(), arguments.walls.network) {
        (None, Network::None) => Ok(None),
        (None, Network::Loopback) => Policy::builtin("loopback").map(Some).map_err(failed),
        (Some(file), _) if file.contains('/') || file.ends_with(".toml") => {
            Policy::load(file).map(Some).map_err(failed)
        }
        (Some(name), _) => Policy::builtin(name).map(Some).map_err(failed),
    }
}

/// The request with its standard streams opened.
pub(super) fn with_streams(request: Request, arguments: &Arguments) -> Result<Request, Failure> {
    let streams = &arguments.streams;
    let input = match streams.stdin.to_str() {
        Some("/dev/null") => Input::Null,
        // Opening the name fails where ours is a socket, and would have an offset of its own.
        Some("-" | "/dev/stdin") => Input::Descriptor(duplicate(io::stdin())?),
        _ => Input::Descriptor(Arc::new(open(&streams.stdin)?.into())),
    };
    let same = streams.stdout.is_some() && streams.stdout == streams.stderr;
    let output = |file: Option<&Path>, ours: fn() -> Result<Arc<OwnedFd>, Failure>| match file {
        Some(path) => File::create(path)
            .map(|file| Output::Descriptor(Arc::new(file.into())))
            .map_err(|error| Failure::usage(format!("cannot write '{}': {error}", path.display()))),
        // One byte more tells whether something was left out.
        None if arguments.json => Ok(Output::Capture { limit: SHOWN + 1 }),
        None => ours().map(Output::Descriptor),
    };
    let stdout = output(streams.stdout.as_deref(), || duplicate(io::stdout()))?;
    let stderr = match &stdout {
        // One open file, so that neither writes over the other.
        Output::Descriptor(file) if same => Output::Descriptor(Arc::clone(file)),
        _ => output(streams.stderr.as_deref(), || duplicate(io::stderr()))?,
    };
    Ok(request.stdin(input).stdout(stdout).stderr(stderr))
}

/// Writes the files that were copied out. False where the program left one out.
pub(super) fn copy_out(arguments: &Arguments, outcome: &Outcome) -> Result<bool, Failure> {
    let mut complete = true;
    for (copy, copied) in arguments.mounts.copy_out.iter().zip(&outcome.copied_out) {
        match copied {
            Ok(file) => {
                let mut source = file;
                results::write(&copy.to, |target| io::copy(&mut source, target).map(drop))?;
            }
            Err(error) => {
                complete = false;
                say!("sandglass: did not copy out '{}': {error}", copy.from.display());
            }
        }
    }
    Ok(complete)
}

fn open(path: &Path) -> Result<File, Failure> {
    File::open(path)
        .map_err(|error| Failure::usage(format!("cannot read '{}': {error}", path.display())))
}

fn duplicate(stream: impl AsFd) -> Result<Arc<OwnedFd>, Failure> {
    let duplicated = stream.as_fd().try_clone_to_owned();
    duplicated
        .map(Arc::new)
        .map_err(|error| Failure::ours(format!("cannot pass on a standard stream: {error}")))
}
