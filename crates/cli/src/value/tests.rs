use super::*;

#[test]
fn durations_have_a_unit() {
    let nanoseconds = |text: &str| duration(text).ok().map(|value| value.as_nanos());
    assert_eq!(nanoseconds("1s"), Some(1_000_000_000));
    assert_eq!(nanoseconds("300ms"), Some(300_000_000));
    assert_eq!(nanoseconds("1.5s"), Some(1_500_000_000));
    assert_eq!(nanoseconds("2m"), Some(120_000_000_000));
    assert_eq!(nanoseconds("0.1us"), Some(100));
    assert_eq!(nanoseconds("0"), Some(0));
    for wrong in ["", "1", "s", "-1s", "1.s", ".5s", "1 s", "1e3s", "1s2", "999999999h", "NaNs"] {
        assert_eq!(nanoseconds(wrong), None, "{wrong}");
    }
}

#[test]
fn sizes_are_powers_of_two_unless_said() {
    let bytes = |text: &str| size(text).ok();
    assert_eq!(bytes("4096"), Some(4096));
    assert_eq!(bytes("64KiB"), Some(65536));
    assert_eq!(bytes("64k"), Some(65536));
    assert_eq!(bytes("1.5MiB"), Some(1_572_864));
    assert_eq!(bytes("2G"), Some(2 << 30));
    assert_eq!(bytes("2GB"), Some(2_000_000_000));
    for wrong in ["", "M", "-1", "1.", "1X", "99999999999T", "1,5M"] {
        assert_eq!(bytes(wrong), None, "{wrong}");
    }
}

#[test]
fn cpu_lists_are_those_of_the_kernel() {
    assert_eq!(cpus("0"), Ok(Cpus(vec![0])));
    assert_eq!(cpus("3,0-2,1"), Ok(Cpus(vec![0, 1, 2, 3])));
    for wrong in ["", "a", "1-", "2-1", "0,", "0-99999999999", "1024"] {
        assert!(cpus(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn binds_are_read_only_unless_said() {
    let parsed = |text: &str| {
        let bind = bind(text).ok()?;
        Some((bind.source.display().to_string(), bind.target.display().to_string(), bind.writable))
    };
    let expected = |source: &str, target: &str, writable| {
        Some((source.to_owned(), target.to_owned(), writable))
    };
    assert_eq!(parsed("/a"), expected("/a", "/a", false));
    assert_eq!(parsed("/a:/b"), expected("/a", "/b", false));
    assert_eq!(parsed("/a:rw"), expected("/a", "/a", true));
    assert_eq!(parsed("/a:/b:ro"), expected("/a", "/b", false));
    assert_eq!(parsed("/a:/b:rw"), expected("/a", "/b", true));
    let here = std::env::current_dir().expect("a working directory");
    assert_eq!(bind("rw").expect("a directory").source, here.join("rw"));
    for wrong in ["", ":/b", "/a:b", "/a:/b:/c", "/a:/b:rw:rw"] {
        assert_eq!(parsed(wrong), None, "{wrong}");
    }
}

#[test]
fn a_tmpfs_has_a_size() {
    assert_eq!(tmpfs("/box").expect("valid").size, TMPFS_SIZE);
    assert_eq!(tmpfs("/box:1MiB").expect("valid").size, 1 << 20);
    assert!(tmpfs("box").is_err());
    assert!(tmpfs("/box:").is_err());
}

#[test]
fn copies_go_one_way() {
    let parsed = copy_in("a:/b").expect("valid");
    assert_eq!((parsed.from, parsed.to), ("a".into(), "/b".into()));
    let parsed = copy_out("/b:a").expect("valid");
    assert_eq!((parsed.from, parsed.to), ("/b".into(), "a".into()));
    assert!(copy_in("a:b").is_err());
    assert!(copy_out("b:a").is_err());
    assert!(copy_in("a").is_err());
}

#[test]
fn nobody_is_root() {
    assert_eq!(user("1000"), Ok(User { user: 1000, group: 1000 }));
    assert_eq!(user("1000:100"), Ok(User { user: 1000, group: 100 }));
    for wrong in ["0", "1000:0", "root", "-1", "4294967295", ""] {
        assert!(user(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn variables_have_a_name() {
    assert_eq!(environment("A=b=c"), Ok(("A".to_owned(), "b=c".to_owned())));
    assert_eq!(environment("A="), Ok(("A".to_owned(), String::new())));
    assert!(environment("=b").is_err());
    assert!(environment("A").is_err());
}

#[test]
fn bandwidth_is_a_positive_number() {
    assert_eq!(bandwidth("0.5"), Ok(0.5));
    for wrong in ["0", "-1", "inf", "NaN", "half"] {
        assert!(bandwidth(wrong).is_err(), "{wrong}");
    }
}
