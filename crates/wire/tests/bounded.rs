//! What a decoder allocates is bounded by the length of what it reads, whatever lengths are claimed.
//!
//! Alone in its program: the allocator counts what every thread does.

use peak_alloc::PeakAlloc;
use sandglass_wire::{Command, Reply};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Bytes allocated at most for each byte read. The costliest is a mount operation, which a few bytes
/// can name; a vector that grows holds its old and its new place for a moment.
const FACTOR: usize = 64;

/// And whatever a message's length.
const BASE: usize = 160 << 10;

fn check(what: &str, bytes: &[u8]) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let command = Command::decode(bytes, 0).is_ok();
    let reply = Reply::decode(bytes).is_ok();
    let most = ALLOCATOR.peak_usage() - before;
    let allowed = bytes.len() * FACTOR + BASE;
    assert!(most <= allowed, "{what}: {most} of {allowed} bytes; decoded: {command} {reply}");
}

#[test]
fn memory_is_bounded_by_the_message() {
    // Every kind, then every four bytes in turn claim that more follows than can be.
    for kind in 0..=8 {
        for filler in [0_u8, 1, 2, 0xff] {
            for length in [1, 5, 64, 512] {
                let mut bytes = vec![filler; length];
                bytes[0] = kind;
                check("filled", &bytes);
                for place in 1..length.saturating_sub(4) {
                    let mut bytes = bytes.clone();
                    for claimed in [u32::MAX, 1 << 24, (length - place) as u32] {
                        bytes[place..place + 4].copy_from_slice(&claimed.to_le_bytes());
                        check("claimed", &bytes);
                    }
                }
            }
        }
    }
    // A view of nothing but the shortest mount operations: /proc at an empty path, five bytes each.
    let count = 200_000_u32;
    let mut view = vec![2, 0];
    view.extend(count.to_le_bytes());
    for _ in 0..count {
        view.extend([2, 0, 0, 0, 0]);
    }
    check("mount operations", &view);
}
