//! What a run sees of files, and that it cannot change that.

use crate::support::*;
use sandglass_sandbox::{Errno, Error, Request, Stage, Tmpfs, View};

fn stat(view: View, path: &str) -> String {
    say(&lane(), &inside(&["stat", path]).view(view))
}

#[track_caller]
fn mount_error(view: View) -> Errno {
    match lane().run(&inside(&["exit", "0"]).view(view)).expect_err("no such tree") {
        error @ Error::Request { stage: Stage::Mount, errno, .. } => {
            assert!(error.is_request_fault());
            errno
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn f1_an_empty_view_has_an_empty_read_only_root() {
    let text = stat(View::default(), "/");
    assert_eq!(value(&text, "ro"), "1");
    assert_eq!(say(&lane(), &inside(&["files", "/"])), "made 0 EROFS\n");
    for path in ["/proc", "/etc", "/tmp", "/usr"] {
        assert_eq!(stat(View::default(), path), "stat ENOENT\n");
    }
}

/// Without walls the host's own tree is seen: what Sim does without a new root, here for attacks only.
#[test]
fn f1_the_host_tree_is_seen_only_where_it_is_asked_for() {
    let view = View::default().host_root();
    assert!(stat(view, "/proc/self/status").contains("mode"));
    assert_eq!(stat(View::default(), "/proc/self/status"), "stat ENOENT\n");
}

#[test]
fn f1_a_mount_on_the_root_itself_is_refused() {
    assert_eq!(mount_error(View::default().bind("/usr", "/")), Errno::EINVAL);
    assert_eq!(mount_error(View::default().tmpfs("/", 4096)), Errno::EINVAL);
    assert_eq!(mount_error(View::default().directory("/a/../b", 0o755)), Errno::EINVAL);
}

#[test]
fn f1_tmpfs_of_every_size_inode_bound_and_mode() {
    let lane = lane();
    for size in [None, Some(0), Some(1), Some(32_768)] {
        for inodes in [None, Some(0), Some(1), Some(2)] {
            for (mode, writable, executable) in
                [(0o755, true, true), (0o700, true, false), (0o555, false, true)]
            {
                let tmpfs = Tmpfs { size, inodes, mode, writable, executable };
                let view = View::default().tmpfs_with("/box", &tmpfs);
                let of = |arguments: &[&str]| say(&lane, &inside(arguments).view(view.clone()));
                let text = of(&["stat", "/box"]);
                assert_eq!(value(&text, "mode"), format!("{mode:o}"));
                assert_eq!(value(&text, "ro"), if writable { "0" } else { "1" });
                assert_eq!(value(&text, "noexec"), if executable { "0" } else { "1" });
                assert_eq!(value(&text, "nosuid"), "1");
                if !writable {
                    continue;
                }
                let files = of(&["files", "/box"]);
                match inodes {
                    Some(bound) => assert_eq!(files, format!("made {bound} ENOSPC\n")),
                    None => assert_eq!(files, "made 100 ok\n"),
                }
                if inodes == Some(0) {
                    continue;
                }
                let text = of(&["write", "/box/file", "100000"]);
                match size {
                    None => assert_eq!(value(&text, "written"), "100000"),
                    // Sizes are rounded up to pages.
                    Some(bytes) => {
                        let page = u64::next_multiple_of(bytes, 4096).to_string();
                        assert_eq!(
                            (value(&text, "written"), value(&text, "write")),
                            (&*page, "ENOSPC")
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn f1_a_tmpfs_with_an_invalid_mode_is_refused() {
    let tmpfs = Tmpfs { mode: 0o1_000_000, ..Tmpfs::default() };
    let view = View::default().tmpfs_with("/box", &tmpfs);
    match lane().run(&inside(&["stat", "/box"]).view(view)) {
        Err(error) => assert!(error.is_request_fault(), "{error:?}"),
        // The kernel takes only the permission bits of the number.
        Ok(outcome) => assert_eq!(value(&said(&outcome), "mode"), "0"),
    }
}

#[test]
fn f1_proc_shows_the_run_alone() {
    let view = View::default().proc("/proc");
    let lane = lane();
    let text = say(&lane, &inside(&["stat", "/proc"]).view(view.clone()));
    assert_eq!((value(&text, "ro"), value(&text, "noexec")), ("1", "1"));
    let of = |path: &str| say(&lane, &inside(&["stat", path]).view(view.clone()));
    assert!(of("/proc/1/status").contains("mode"));
    assert_eq!(of(&format!("/proc/{}/status", u32::MAX / 4096)), "stat ENOENT\n");
    let ids = shell("ls /proc").view(View::system().proc("/proc"));
    let text = say(&lane, &ids);
    let highest = text.lines().filter_map(|line| line.parse::<u32>().ok()).max();
    assert!(highest.is_some_and(|highest| highest < 10), "{text}");
}

#[test]
fn f1_binds_of_every_kind() {
    let lane = lane();
    let host = Scratch::new("bind");
    std::fs::write(host.path("file"), "content").expect("written");
    std::fs::copy("/bin/true", host.path("program")).expect("copied");
    open_to_all(&host);
    for recursive in [false, true] {
        for writable in [false, true] {
            for executable in [false, true] {
                let view = View::default().bind_with(
                    host.path(""),
                    "/here",
                    recursive,
                    writable,
                    executable,
                    true,
                );
                let of = |arguments: &[&str]| say(&lane, &inside(arguments).view(view.clone()));
                let text = of(&["stat", "/here"]);
                assert_eq!(value(&text, "ro"), if writable { "0" } else { "1" });
                assert_eq!(value(&text, "noexec"), if executable { "0" } else { "1" });
                assert_eq!(of(&["print", "/here/file"]), "content");
                let name = format!("/here/new-{recursive}-{executable}");
                let text = of(&["write", &name, "10"]);
                assert_eq!(value(&text, "open"), if writable { "ok" } else { "EROFS" });
                let outcome = lane
                    .run(&inside(&["execute", "/here/program"]).view(view.clone()))
                    .expect("an outcome");
                let refused = said(&outcome) == "exec EACCES\n";
                assert_eq!(refused, !executable, "{}", said(&outcome));
            }
        }
    }
}

/// Lets the sandbox's user write there.
fn open_to_all(directory: &Scratch) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(directory.path(""), std::fs::Permissions::from_mode(0o777))
        .expect("its mode");
}

#[test]
fn f1_a_bind_of_what_is_not_there_is_refused() {
    assert_eq!(mount_error(View::default().bind("/no/such", "/here")), Errno::ENOENT);
    let view = View::default().bind_optional("/no/such", "/here");
    assert!(lane().run(&inside(&["exit", "0"]).view(view)).expect("an outcome").success());
}

#[test]
fn f1_directories_and_files_are_made_with_their_modes() {
    let view = View::default().directory("/d", 0o750).file("/d/f", 0o640, *b"text");
    let text = stat(view.clone(), "/d");
    assert_eq!(value(&text, "mode"), "750");
    let text = stat(view.clone(), "/d/f");
    assert_eq!((value(&text, "mode"), value(&text, "size")), ("640", "4"));
    assert_eq!(say(&lane(), &inside(&["print", "/d/f"]).view(view)), "text");
}

#[test]
fn f1_an_invalid_mode_of_a_directory_or_file_gives_no_more_than_permissions() {
    for view in
        [View::default().directory("/x", 0o200_0755), View::default().file("/x", 0o200_0755, *b"")]
    {
        match lane().run(&inside(&["stat", "/x"]).view(view)) {
            Err(error) => assert!(error.is_request_fault(), "{error:?}"),
            Ok(outcome) => assert_eq!(value(&said(&outcome), "mode"), "755"),
        }
    }
}

#[test]
fn f1_what_exists_is_not_made_again() {
    let twice = View::default().directory("/d", 0o755).directory("/d", 0o755);
    assert_eq!(mount_error(twice), Errno::EEXIST);
    let twice = View::default().file("/f", 0o644, *b"1").file("/f", 0o644, *b"2");
    assert_eq!(mount_error(twice), Errno::EEXIST);
}

/// The policy answers such calls with the end of the run, so it is taken away to see the kernel's word.
#[test]
fn f1_the_program_cannot_change_its_mounts() {
    let view = View::default().tmpfs("/box", 4096).landlock(false);
    let text = say(&lane(), &inside(&["unmount", "/box"]).view(view).without_policy());
    assert_eq!((value(&text, "umount"), value(&text, "mount")), ("EPERM", "EPERM"));
    // In a user namespace of its own it would be root: its mounts are locked there.
    assert!(text.contains("nested EINVAL") || text.contains("unshare E"), "{text}");
}

#[test]
fn f1_the_system_view_shows_programs_and_no_secrets() {
    let lane = lane();
    assert!(lane.run(&Request::new("/bin/true")).expect("an outcome").success());
    for path in ["/etc/passwd", "/etc/shadow", "/root", "/home", "/proc", "/sys", "/tmp", "/var"] {
        let text = say(&lane, &inside(&["stat", path]).view(View::system()));
        assert_eq!(text, "stat ENOENT\n", "{path}");
    }
}
