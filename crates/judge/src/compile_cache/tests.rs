use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::*;
use crate::memory_file;
use crate::report::CompilationReport;

fn cache(bytes: u64) -> (tempfile::TempDir, CompileCache) {
    let folder = tempfile::tempdir().unwrap();
    let cache = CompileCache::open(&folder.path().join("cache"), bytes).unwrap();
    (folder, cache)
}

fn stored(product: &[u8]) -> Stored {
    Stored {
        product: memory_file::sealed("product", product).unwrap(),
        report: CompilationReport {
            cause: "exited".to_owned(),
            exit_code: Some(0),
            cpu_time: Duration::from_millis(7),
            messages: "a warning\n".to_owned(),
            ..CompilationReport::default()
        },
    }
}

fn product(stored: &Stored) -> Vec<u8> {
    let mut bytes = Vec::new();
    File::from(stored.product.try_clone().unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder.join("cache")).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn what_is_put_is_got_by_its_key_alone_and_by_every_judge() {
    let (folder, cache) = cache(1 << 20);
    assert!(cache.get(&[1; 32]).is_none());
    cache.put(&[1; 32], &stored(b"program")).unwrap();
    let again = CompileCache::open(&folder.path().join("cache"), 1 << 20).unwrap();
    for judge in [&cache, &again] {
        let got = judge.get(&[1; 32]).unwrap();
        assert_eq!(product(&got), b"program");
        assert_eq!(got.report.messages, "a warning\n");
        assert_eq!((got.report.exit_code, got.report.cpu_time.as_millis()), (Some(0), 7));
        assert!(judge.get(&[2; 32]).is_none());
    }
    // The descriptor that was stored can still be executed and read from its start.
    let original = stored(b"program");
    cache.put(&[3; 32], &original).unwrap();
    assert_eq!(product(&original), b"program");
}

#[test]
fn it_and_its_files_are_for_this_user_alone() {
    let (folder, cache) = cache(1 << 20);
    cache.put(&[1; 32], &stored(b"program")).unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode(&folder.path().join("cache")), 0o700);
    assert_eq!(files(folder.path()).iter().map(|path| mode(path)).collect::<Vec<_>>(), [0o600]);
}

#[test]
fn a_directory_that_others_can_enter_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |path: &Path| {
        let error = CompileCache::open(path, 1 << 20).unwrap_err();
        assert!(matches!(error, CacheError::NotPrivate { .. }), "{error}");
    };
    for mode in [0o777, 0o770, 0o750, 0o701, 0o1777] {
        let path = folder.path().join(format!("{mode:o}"));
        std::fs::create_dir(&path).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        refused(&path);
    }
    let good = folder.path().join("good");
    CompileCache::open(&good, 1 << 20).unwrap();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&good, &link).unwrap();
    refused(&link);
    // /proc belongs to root and can be entered by all; to anybody else it belongs to another.
    refused(Path::new("/proc/sys"));
    std::fs::write(folder.path().join("file"), "").unwrap();
    assert!(CompileCache::open(&folder.path().join("file"), 1 << 20).is_err());
}

#[test]
fn damage_is_found_and_removed() {
    let (folder, cache) = cache(1 << 20);
    let damages: [fn(&Path, Vec<u8>); 6] = [
        |path, bytes| std::fs::write(path, &bytes[..bytes.len() - 1]).unwrap(),
        |path, _| std::fs::write(path, "").unwrap(),
        |path, mut bytes| {
            bytes[70] ^= 1;
            std::fs::write(path, bytes).unwrap();
        },
        |path, bytes| std::fs::write(path, [bytes, vec![0]].concat()).unwrap(),
        |path, _| {
            std::fs::remove_file(path).unwrap();
            std::os::unix::fs::symlink("/etc/passwd", path).unwrap();
        },
        // Another key's entry under this name: right in itself, and not what was asked for.
        |path, _| {
            let other = path.with_file_name(name(&[9; 32]));
            std::fs::copy(other, path).unwrap();
        },
    ];
    cache.put(&[9; 32], &stored(b"other")).unwrap();
    for (index, damage) in damages.into_iter().enumerate() {
        cache.put(&[1; 32], &stored(b"program")).unwrap();
        let path = folder.path().join("cache").join(name(&[1; 32]));
        damage(&path, std::fs::read(&path).unwrap());
        assert!(cache.get(&[1; 32]).is_none(), "{index}");
        let link = std::fs::symlink_metadata(&path);
        assert!(link.is_err() || link.unwrap().is_symlink(), "{index}");
        std::fs::remove_file(&path).ok();
    }
}

#[test]
fn what_was_used_longest_ago_makes_room() {
    let (folder, cache) = cache(100 << 10);
    let ages = |key: u8, seconds: u64| {
        let path = folder.path().join("cache").join(name(&[key; 32]));
        let time = SystemTime::now() - Duration::from_secs(seconds);
        File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
    };
    for key in 1..=4 {
        cache.put(&[key; 32], &stored(&[key; 20 << 10])).unwrap();
        ages(key, 1000 - u64::from(key));
    }
    // The oldest is used again, which makes the second the oldest.
    cache.get(&[1; 32]).unwrap();
    cache.put(&[5; 32], &stored(&[5; 20 << 10])).unwrap();
    let there: Vec<u8> = (1..=5).filter(|&key| cache.get(&[key; 32]).is_some()).collect();
    assert!(there.contains(&1) && there.contains(&5) && !there.contains(&2), "{there:?}");
    let total: u64 =
        files(folder.path()).iter().map(|path| std::fs::metadata(path).unwrap().len()).sum();
    assert!(total <= 100 << 10, "{total}");
}

#[test]
fn an_entry_beyond_a_quarter_of_the_room_is_not_stored() {
    let (folder, cache) = cache(40 << 10);
    cache.put(&[1; 32], &stored(&[0; 20 << 10])).unwrap();
    assert_eq!(files(folder.path()).len(), 0);
}

#[test]
fn what_a_dead_judge_left_is_removed_and_what_a_living_one_writes_is_not() {
    let (folder, cache) = cache(1 << 20);
    let folder = folder.path().join("cache");
    for (name, hours) in [(".new-1-0", 2), (".new-2-0", 0)] {
        std::fs::write(folder.join(name), "half").unwrap();
        let time = SystemTime::now() - Duration::from_secs(hours * 3600);
        let file = File::options().write(true).open(folder.join(name)).unwrap();
        file.set_modified(time).unwrap();
    }
    cache.put(&[1; 32], &stored(b"program")).unwrap();
    assert!(!folder.join(".new-1-0").exists() && folder.join(".new-2-0").exists());
    assert_eq!(product(&cache.get(&[1; 32]).unwrap()), b"program");
}

#[test]
fn judges_that_share_a_directory_see_whole_entries_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = Arc::new(folder.path().join("cache"));
    let judges: Vec<_> = (0..4_u8)
        .map(|judge| {
            let path = Arc::clone(&path);
            std::thread::spawn(move || {
                // Too small for all, so that they remove each other's entries.
                let cache = CompileCache::open(&path, 64 << 10).unwrap();
                let mut found = 0;
                for round in 0..100_u8 {
                    let key = (round + judge) % 8;
                    let content = vec![key; 8 << 10];
                    match cache.get(&[key; 32]) {
                        Some(got) => {
                            assert_eq!(product(&got), content);
                            found += 1;
                        }
                        None => cache.put(&[key; 32], &stored(&content)).unwrap(),
                    }
                }
                found
            })
        })
        .collect();
    let found: u32 = judges.into_iter().map(|judge| judge.join().unwrap()).sum();
    assert!(found > 0);
    let left = std::fs::read_dir(&*path).unwrap().filter(|entry| {
        entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(room::NEW)
    });
    assert_eq!(left.count(), 0);
}
