//! Builds the attack program from `c/` with the host's C compiler.
//!
//! It is C and static because it must run in a sandbox that shows it nothing: no loader, no
//! library, no run-time that makes threads or allocates before an attack begins.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=c");
    println!("cargo::rerun-if-env-changed=CC");
    if let Err(message) = build() {
        println!("cargo::error={message}");
    }
}

fn build() -> Result<(), String> {
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("linux") {
        return Err("the attack program is built for Linux alone".into());
    }
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".into());
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?).join("attacks");
    let status = Command::new(&compiler)
        .args(["-O1", "-static", "-pthread", "-s", "-Wall", "-Wextra", "-o"])
        .arg(&out)
        .args(sources(Path::new("c"))?)
        .status()
        .map_err(|error| {
            format!("no C compiler `{compiler}` ({error}): install gcc and libc6-dev, or set CC")
        })?;
    if !status.success() {
        return Err(format!(
            "`{compiler} -static` failed ({status}): the static C library (libc.a) and the kernel's \
             headers are needed; on Debian: apt-get install libc6-dev linux-libc-dev"
        ));
    }
    Ok(())
}

/// Every `.c` file of the directory, in a stable order.
fn sources(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(directory).map_err(|error| format!("{directory:?}: {error}"))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    Ok(files)
}
