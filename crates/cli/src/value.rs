//! Values of options: durations, sizes, sets of CPUs, mounts, copies, identities.
//!
//! Parsers give an error that says what was expected; clap puts the option's name before it.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// `1s`, `300ms`, `1.5s`, `2m`, `1h`, `250us`. A bare `0` is allowed, any other bare number is not:
/// seconds and milliseconds are mixed up too easily.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let expected = || format!("'{text}' is no duration; write 1s, 300ms, 1.5s or 2m");
    let (number, unit) = split_unit(text);
    let nanoseconds_per_unit: u64 = match unit {
        "ns" => 1,
        "us" | "µs" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" | "min" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        "" if number == "0" => 1,
        _ => return Err(expected()),
    };
    scaled(number, nanoseconds_per_unit).map(Duration::from_nanos).ok_or_else(expected)
}

/// `4096`, `512B`, `64KiB`, `1.5MiB`, `2GiB`; `k`, `M` and `G` are the same powers of 1024, and
/// `kB`, `MB` and `GB` those of 1000.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let expected = || format!("'{text}' is no size; write 4096, 64KiB, 256MiB or 1G");
    let (number, unit) = split_unit(text);
    let bytes_per_unit = match unit {
        "" | "B" => 1,
        "k" | "K" | "KiB" => 1 << 10,
        "M" | "MiB" => 1 << 20,
        "G" | "GiB" => 1 << 30,
        "T" | "TiB" => 1 << 40,
        "kB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => return Err(expected()),
    };
    scaled(number, bytes_per_unit).ok_or_else(expected)
}

fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], &text[end..])
}

/// `number` times `factor`, computed in integers: a limit is to be what was written.
fn scaled(number: &str, factor: u64) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || (number.contains('.') && fraction.is_empty()) || fraction.len() > 12 {
        return None;
    }
    let mut value = u128::from(whole.parse::<u64>().ok()?) * u128::from(factor);
    if !fraction.is_empty() {
        let denominator = 10_u128.pow(u32::try_from(fraction.len()).ok()?);
        value += u128::from(fraction.parse::<u64>().ok()?) * u128::from(factor) / denominator;
    }
    u64::try_from(value).ok()
}

/// A number of CPUs, such as `0.5`.
pub(crate) fn bandwidth(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(cpus) if cpus.is_finite() && cpus > 0.0 => Ok(cpus),
        _ => Err(format!("'{text}' is no number of CPUs; write 0.5 or 2")),
    }
}

/// A set of CPUs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cpus(pub(crate) Vec<usize>);

/// `0`, `0,2`, `0-3,6`.
pub(crate) fn cpus(text: &str) -> Result<Cpus, String> {
    const MOST: usize = 1024;
    let expected = || format!("'{text}' is no list of CPUs; write 0, 0,2 or 0-3");
    let mut set = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let first: usize = first.parse().map_err(|_| expected())?;
        let last: usize = last.parse().map_err(|_| expected())?;
        if first > last || last >= MOST {
            return Err(expected());
        }
        set.extend(first..=last);
    }
    set.sort_unstable();
    set.dedup();
    Ok(Cpus(set))
}

/// How many of something that there has to be.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    whole(text, &1)
}

/// A whole number that is no less than `least`.
pub(crate) fn number<T>(least: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync,
{
    move |text| whole(text, &least)
}

fn whole<T: FromStr + PartialOrd + Display>(text: &str, least: &T) -> Result<T, String> {
    match text.parse() {
        Ok(number) if number >= *least => Ok(number),
        _ => Err(format!("'{text}' is no whole number from {least}")),
    }
}

/// A host name, as long as the kernel takes it.
pub(crate) fn host_name(text: &str) -> Result<String, String> {
    match text.len() {
        1..=64 => Ok(text.to_owned()),
        bytes => Err(format!("a host name has 1 to 64 bytes, and this one {bytes}")),
    }
}

/// `KEY=VALUE`, or `KEY` alone for the value that it has here.
pub(crate) fn environment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        None if !text.is_empty() => match std::env::var(text) {
            Ok(value) => Ok((text.to_owned(), value)),
            Err(std::env::VarError::NotPresent) => {
                Err(format!("'{text}' has no value here to hand on; write {text}=VALUE"))
            }
            Err(error) => Err(format!("'{text}': {error}")),
        },
        _ => Err(format!("'{text}' is no variable; write KEY=VALUE or KEY")),
    }
}

/// A part of the host that is shown inside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bind {
    pub(crate) source: PathBuf,
    pub(crate) target: PathBuf,
    pub(crate) writable: bool,
}

/// `SRC[:DST][:rw]`. `SRC` may be relative to our working directory, `DST` may not.
pub(crate) fn bind(text: &str) -> Result<Bind, String> {
    let expected = || format!("'{text}' is no mount; write SRC, SRC:DST or SRC:DST:rw");
    let mut parts: Vec<&str> = text.split(':').collect();
    // A lone `rw` is a directory of that name, not a mode.
    let several = parts.len() > 1;
    let mode = parts.pop_if(|part| several && matches!(*part, "rw" | "ro"));
    let writable = mode == Some("rw");
    let (source, target) = match parts.as_slice() {
        [source] => (*source, None),
        [source, target] => (*source, Some(*target)),
        _ => return Err(expected()),
    };
    if source.is_empty() {
        return Err(expected());
    }
    let source = std::path::absolute(source).map_err(|error| format!("'{source}': {error}"))?;
    let target = match target {
        Some(target) => inside(target)?,
        None => source.clone(),
    };
    Ok(Bind { source, target, writable })
}

/// A file system in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tmpfs {
    pub(crate) target: PathBuf,
    pub(crate) size: u64,
}

/// What a tmpfs may hold where no size is given.
pub(crate) const TMPFS_SIZE: u64 = 64 << 20;

/// `DST[:SIZE]`.
pub(crate) fn tmpfs(text: &str) -> Result<Tmpfs, String> {
    match text.split_once(':') {
        Some((target, bytes)) => Ok(Tmpfs { target: inside(target)?, size: size(bytes)? }),
        None => Ok(Tmpfs { target: inside(text)?, size: TMPFS_SIZE }),
    }
}

/// A file that is copied, from and to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Copy {
    pub(crate) from: PathBuf,
    pub(crate) to: PathBuf,
}

/// `SRC:DST`, from the host to a path inside.
pub(crate) fn copy_in(text: &str) -> Result<Copy, String> {
    let (from, to) = two_paths(text)?;
    Ok(Copy { from: from.into(), to: inside(to)? })
}

/// `SRC:DST`, from a path inside to the host.
pub(crate) fn copy_out(text: &str) -> Result<Copy, String> {
    let (from, to) = two_paths(text)?;
    Ok(Copy { from: inside(from)?, to: to.into() })
}

fn two_paths(text: &str) -> Result<(&str, &str), String> {
    match text.split_once(':') {
        Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok((from, to)),
        _ => Err(format!("'{text}' is no copy; write SRC:DST")),
    }
}

/// An absolute path inside the sandbox.
pub(crate) fn inside(text: &str) -> Result<PathBuf, String> {
    if text.starts_with('/') {
        Ok(text.into())
    } else {
        Err(format!("'{text}' is no path inside the sandbox; it must begin with /"))
    }
}

/// User and group outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct User {
    pub(crate) user: u32,
    pub(crate) group: u32,
}

/// `UID[:GID]`; the group is the user's number where it is not given. Nothing ever runs as root.
pub(crate) fn user(text: &str) -> Result<User, String> {
    let expected = || format!("'{text}' is no identity; write UID or UID:GID, neither of them 0");
    let (user, group) = text.split_once(':').unwrap_or((text, text));
    let user: u32 = user.parse().map_err(|_| expected())?;
    let group: u32 = group.parse().map_err(|_| expected())?;
    // The last number means "nobody in particular" to the kernel.
    if [user, group].iter().any(|id| *id == 0 || *id == u32::MAX) {
        return Err(expected());
    }
    Ok(User { user, group })
}

#[cfg(test)]
mod tests;
