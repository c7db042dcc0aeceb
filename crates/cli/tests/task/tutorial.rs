//! The tutorial is a test: a block whose first line names a file is that file, and a block `console` is
//! a session, whose commands print what stands below them. `…` stands for any lines; of figures with a
//! point only their places count.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../../docs/idl/tutorial.md");

/// The first line behind the fence, and the text.
fn blocks() -> Vec<(&'static str, String)> {
    let mut blocks: Vec<(&str, String)> = Vec::new();
    let mut open = false;
    for line in PAGE.lines() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(words) => {
                open = true;
                blocks.push((words, String::new()));
            }
            None if open => {
                let text = &mut blocks.last_mut().expect("the open one").1;
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    blocks
}

/// A line in which times, sizes and columns do not count.
fn plain(line: &str) -> String {
    let is_figure = |word: &str| {
        let word = word.trim_matches(['(', ')', ',']);
        word.contains('.') && word.parse::<f64>().is_ok()
    };
    let words = line.split_whitespace().filter(|word| !matches!(*word, "s" | "ms" | "MiB"));
    words.map(|word| if is_figure(word) { "#" } else { word }).collect::<Vec<_>>().join(" ")
}

fn matches(expected: &[String], printed: &[String]) -> bool {
    match (expected.split_first(), printed.split_first()) {
        (None, rest) => rest.is_none(),
        (Some((first, after)), _) if first == "…" => {
            (0..=printed.len()).any(|skipped| matches(after, &printed[skipped..]))
        }
        (Some((first, after)), Some((line, rest))) => first == line && matches(after, rest),
        (Some(_), None) => false,
    }
}

/// A folder with a `sandglass` that also goes on where this host's limits are weak.
fn tools(folder: &Path) {
    let script = format!(
        "#!/bin/sh\ncase \"$1 $2\" in\n    'task run' | judge* | verify*) exec {program} \"$@\" --allow-weaker ;;\n    *) exec {program} \"$@\" ;;\nesac\n",
        program = env!("CARGO_BIN_EXE_sandglass")
    );
    let path = folder.join("sandglass");
    fs::write(&path, script).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("its mode");
}

#[test]
fn every_command_prints_what_the_page_says() {
    let (bin, home) = (tempfile::tempdir().expect("one"), tempfile::tempdir().expect("another"));
    tools(bin.path());
    let path = std::env::var("PATH").unwrap_or_default();
    let (mut status, mut commands) = (0, 0);
    for (words, text) in blocks() {
        if let Some((_, name)) = words.split_once(' ') {
            let file = home.path().join(name);
            fs::create_dir_all(file.parent().expect("its folder")).expect("made");
            fs::write(file, text).expect("written");
            continue;
        }
        assert_eq!(words, "console", "each block is a file or a session");
        for session in text.strip_prefix("$ ").expect("a command first").split("\n$ ") {
            let (command, expected) = session.split_once('\n').unwrap_or((session, ""));
            // Each has a shell of its own, which begins with the status of the one before.
            let output = Command::new("sh")
                .args(["-c", &format!("exec 2>&1; (exit {status}); {command}")])
                .env("PATH", format!("{}:{path}", bin.path().display()))
                .current_dir(home.path())
                .output()
                .expect("a shell");
            status = output.status.code().expect("no signal");
            commands += 1;
            let printed = String::from_utf8_lossy(&output.stdout);
            let lines = |text: &str| text.lines().map(plain).collect::<Vec<_>>();
            assert!(matches(&lines(expected), &lines(&printed)), "$ {command}\n{printed}");
        }
    }
    assert!(commands >= 9, "{commands} commands");
}
