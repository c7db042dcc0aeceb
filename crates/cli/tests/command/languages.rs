//! `sandglass languages`, and the options of `sandglass judge` about compilations.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::support::{finish, sandglass};

/// A file of a language whose program is `path`.
fn language(path: &str) -> String {
    format!(
        "code = 'mine'\nname = 'Mine'\nextensions = ['mine']\n\
         programs.tool = {{ paths = ['{path}'], package = 'mine-tools' }}\n\
         run.command = ['{{tool}}']\nversion.command = ['{{tool}}', '-c', 'echo; echo mine 7']\n"
    )
}

#[test]
fn named_languages_that_can_be_used_are_status_0() {
    let found = finish(sandglass(&["languages", "c", "cpp17", "python3", "--json"])).status(0);
    let list = found.json();
    let list = list.as_array().unwrap();
    let codes: Vec<_> = list.iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["c", "cpp17", "python3"]);
    for one in list {
        assert_eq!(one["status"], "found", "{one}");
        assert!(!one["version"].as_str().unwrap().is_empty(), "{one}");
        assert_eq!(one["packages"].as_array().unwrap().len(), 0, "{one}");
    }
    assert_eq!(list[1]["variant_of"], "cpp");
    assert!(list[0]["programs"][0]["path"].as_str().unwrap().starts_with('/'));
}

#[test]
fn an_unknown_code_is_wrong_usage() {
    let said = finish(sandglass(&["languages", "cobol-60"])).status(2);
    assert!(said.stderr().contains("there is no language \"cobol-60\""), "{said:?}");
    assert_eq!(said.stdout(), "");
}

#[test]
fn a_language_of_the_site_is_listed_with_what_is_amiss() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let ask = |program: &str, status| {
        fs::write(folder.path().join("mine.toml"), language(program)).unwrap();
        finish(sandglass(&["languages", "mine", "--languages", path])).status(status).stdout()
    };
    assert!(ask("/bin/sh", 0).contains("mine 7"));
    let missing = ask("/usr/bin/no-such-tool", 1);
    assert!(missing.contains("no /usr/bin/no-such-tool (apt install mine-tools)"), "{missing}");
    // It is on the host, and not in the sandbox: only an answer from there counts.
    let home = folder.path().join("sh");
    fs::copy("/bin/sh", &home).unwrap();
    let invisible = ask(home.to_str().unwrap(), 1);
    assert!(invisible.contains("does not work"), "{invisible}");
    fs::write(folder.path().join("mine.toml"), "code = 7").unwrap();
    finish(sandglass(&["languages", "--languages", path])).status(2);
}

fn problem() -> (String, String) {
    let problem = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems/different");
    let solution = problem.join("submissions/accepted/automaton.cpp");
    (problem.display().to_string(), solution.display().to_string())
}

fn judge(cache_home: &Path, options: &[&str], status: i32) -> String {
    let (problem, solution) = problem();
    let mut command = sandglass(&["judge", "--allow-weaker", "--time-limit", "20s"]);
    command.args(options).args([&problem, &solution]).env("XDG_CACHE_HOME", cache_home);
    finish(command).status(status).stderr()
}

fn entries(cache: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(cache) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn compilations_are_kept_privately_and_used_again() {
    let home = tempfile::tempdir().unwrap();
    let cache = home.path().join("sandglass/compile");
    judge(home.path(), &["--no-cache"], 0);
    assert!(!cache.exists());
    judge(home.path(), &[], 0);
    let [entry] = &entries(&cache)[..] else { panic!("{:?}", entries(&cache)) };
    assert_eq!(fs::metadata(&cache).unwrap().permissions().mode() & 0o7777, 0o700);
    let written = fs::metadata(entry).unwrap();
    judge(home.path(), &[], 0);
    let again = fs::metadata(entry).unwrap();
    // Read and not written: its content has the age that it had, and its time of use is new.
    assert_eq!(entries(&cache).len(), 1);
    assert!(again.modified().unwrap() > written.modified().unwrap());
    assert_eq!(inode(&again), inode(&written));
    // What is damaged is compiled again.
    fs::write(entry, "damage").unwrap();
    judge(home.path(), &[], 0);
    assert!(fs::metadata(entry).unwrap().len() > 1000);
}

fn inode(status: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(status)
}

#[test]
fn a_directory_that_others_can_enter_is_no_cache() {
    let home = tempfile::tempdir().unwrap();
    let cache = home.path().join("sandglass/compile");
    fs::create_dir_all(&cache).unwrap();
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o755)).unwrap();
    // The usual one is left alone, with a word; one that was named is a mistake.
    let said = judge(home.path(), &[], 0);
    assert!(said.contains("is not private") && said.contains("0755"), "{said}");
    assert_eq!(entries(&cache).len(), 0);
    let said = judge(home.path(), &["--cache", cache.to_str().unwrap()], 2);
    assert!(said.contains("is not private"), "{said}");
}
