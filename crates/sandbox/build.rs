//! Builds the supervisor as a small static program, which the library embeds.
//!
//! It is another program, not a dependency: other link flags, another profile, no shared objects. So a
//! second cargo builds it, into a directory of its own.

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for room in ["sys", "wire", "supervisor"] {
        let room = here.join("..").join(room);
        println!("cargo::rerun-if-changed={}", room.join("src").display());
        println!("cargo::rerun-if-changed={}", room.join("Cargo.toml").display());
    }
    let target = out.join("supervisor");
    let triple = "x86_64-unknown-linux-gnu";
    let mut command = Command::new(env::var_os("CARGO").expect("cargo sets it"));
    command
        .args(["build", "--locked", "--profile", "supervisor", "--target", triple])
        .arg("--manifest-path")
        .arg(here.join("../supervisor/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        // Not at a random address: fewer relocations, fewer pages of its own.
        .env("RUSTFLAGS", "-C target-feature=+crt-static -C relocation-model=static");
    for name in [
        "CARGO_ENCODED_RUSTFLAGS",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUSTC_WRAPPER",
        "CARGO_TARGET_DIR",
        "CARGO_BUILD_TARGET",
    ] {
        command.env_remove(name);
    }
    let status = command.status().expect("cargo can be started");
    assert!(status.success(), "building the supervisor failed: {status}");
    let program = target.join(triple).join("supervisor").join("sandglass-supervisor");
    println!("cargo::rustc-env=SANDGLASS_SUPERVISOR={}", program.display());
}
