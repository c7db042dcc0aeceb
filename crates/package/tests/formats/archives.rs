//! Packages in archives, friendly and hostile.

use std::io::{Cursor, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use sandglass_package::Package;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const FILES: [(&str, &str); 4] = [
    ("problem.yaml", "problem_format_version: 2025-09\nname: x\nuuid: y\n"),
    ("data/secret/1.in", "1\n"),
    ("data/secret/1.ans", "2\n"),
    ("submissions/accepted/a.py", "print(2)\n"),
];

fn tar_of(entries: &[(&str, tar::EntryType, &str)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, kind, content) in entries {
        let mut header = tar::Header::new_gnu();
        // Written into the header as it is: the crate refuses to make such names.
        let place = &mut header.as_old_mut().name;
        place[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(*kind);
        header.set_mode(0o644);
        let link = matches!(kind, tar::EntryType::Symlink | tar::EntryType::Link);
        header.set_size(if link { 0 } else { content.len() as u64 });
        if link {
            header.as_old_mut().linkname[..content.len()].copy_from_slice(content.as_bytes());
        }
        header.set_cksum();
        let data = if link { &[][..] } else { content.as_bytes() };
        builder.append(&header, data).unwrap();
    }
    builder.into_inner().unwrap()
}

fn friendly(prefix: &str) -> Vec<(String, tar::EntryType, &'static str)> {
    FILES.iter().map(|(n, c)| (format!("{prefix}{n}"), tar::EntryType::Regular, *c)).collect()
}

fn tar_with(prefix: &str, more: &[(&str, tar::EntryType, &str)]) -> Vec<u8> {
    let friendly = friendly(prefix);
    let mut entries: Vec<(&str, tar::EntryType, &str)> =
        friendly.iter().map(|(name, kind, content)| (name.as_str(), *kind, *content)).collect();
    entries.extend_from_slice(more);
    tar_of(&entries)
}

fn zip_of(prefix: &str) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in FILES {
        writer.start_file(format!("{prefix}{name}"), SimpleFileOptions::default()).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn open(content: &[u8]) -> Result<Package, String> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("package");
    std::fs::write(&path, content).unwrap();
    Package::open(&path)
        .map_err(|error| error.to_string().replace(&path.display().to_string(), "P"))
}

#[track_caller]
fn opens(content: &[u8]) {
    let package = open(content).unwrap();
    assert_eq!(package.tests.len(), 1);
    // The archive itself is gone by now; what it held is not.
    let mut text = String::new();
    let mut file = package.file(&package.tests[0].input).unwrap();
    std::io::Read::read_to_string(&mut file, &mut text).unwrap();
    assert_eq!(text, "1\n");
    let submission = &package.submissions[0];
    assert_eq!(package.sources(submission).unwrap().files[0].content, b"print(2)\n");
}

#[test]
fn every_kind_of_archive_with_and_without_a_folder_around() {
    for prefix in ["", "problem/", "./", "./problem/"] {
        opens(&tar_with(prefix, &[]));
        opens(&gzip(&tar_with(prefix, &[])));
    }
    opens(&zip_of(""));
    opens(&zip_of("problem/"));
}

#[test]
fn links_inside_work_and_links_out_do_not() {
    use tar::EntryType::Symlink;
    opens(&tar_with("", &[("data/secret/1.hint", Symlink, "1.in")]));
    for target in ["/etc/passwd", "../../../../../../etc/passwd"] {
        let found = open(&tar_with("", &[("data/secret/2.in", Symlink, target)])).unwrap_err();
        assert_eq!(found, "data/secret/2.in: leads out of the package", "{target}");
    }
}

#[test]
fn nothing_is_written_through_a_link() {
    use tar::EntryType::{Regular, Symlink};
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().to_str().unwrap();
    for entries in [
        [("data/out", Symlink, target), ("data/out/file", Regular, "x")],
        [("data/out/file", Regular, "x"), ("data/out", Symlink, target)],
    ] {
        assert_eq!(open(&tar_with("", &entries)).unwrap_err(), "P: data/out comes twice");
    }
    let entries = [("data/out", Symlink, target), ("data/out/link", Symlink, "x")];
    assert_eq!(open(&tar_with("", &entries)).unwrap_err(), "P: data/out comes twice");
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[test]
fn names_that_lead_out_and_names_that_come_twice_are_refused() {
    use tar::EntryType::{Directory, Regular};
    for name in ["../x", "data/../../x", "/tmp/x", "a\\b", "data/.."] {
        for kind in [Regular, Directory] {
            let found = open(&tar_with("", &[(name, kind, "")])).unwrap_err();
            assert!(found.ends_with("leads out of the package"), "{name}: {found}");
        }
    }
    let twice = [("data/secret/1.in", Regular, "other")];
    assert_eq!(open(&tar_with("", &twice)).unwrap_err(), "P: data/secret/1.in comes twice");
    let file_as_folder = [("data/secret/1.in/x", Regular, "other")];
    assert_eq!(
        open(&tar_with("", &file_as_folder)).unwrap_err(),
        "P: data/secret/1.in comes twice"
    );
}

#[test]
fn an_entry_of_a_zip_that_comes_twice_is_refused() {
    // Two names of one length, of which the second is turned into the first in the bytes.
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for name in ["problem.yaml", "problem.yamk"] {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(FILES[0].1.as_bytes()).unwrap();
    }
    let mut bytes = writer.finish().unwrap().into_inner();
    while let Some(at) = bytes.windows(12).position(|window| window == b"problem.yamk") {
        bytes[at + 11] = b'l';
    }
    let expected = "P: a name comes twice, or the directory is damaged";
    assert_eq!(open(&bytes).unwrap_err(), expected);
}

#[test]
fn devices_pipes_and_hard_links_are_refused() {
    use tar::EntryType::{Block, Char, Fifo, Link};
    for kind in [Block, Char, Fifo, Link] {
        let found = open(&tar_with("", &[("data/x", kind, "problem.yaml")])).unwrap_err();
        assert_eq!(found, "data/x: is not a regular file", "{kind:?}");
    }
}

#[test]
fn a_zip_may_hold_links_too() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in FILES {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.add_symlink("data/secret/2.in", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    assert_eq!(open(&bytes).unwrap_err(), "data/secret/2.in: leads out of the package");
}

#[test]
fn damaged_archives_are_errors_and_never_panics() {
    let whole = [gzip(&tar_with("p/", &[])), zip_of("p/"), tar_with("p/", &[])];
    for archive in &whole {
        for length in (0..archive.len()).step_by(97) {
            let _: Result<Package, String> = open(&archive[..length]);
        }
        for at in (0..archive.len()).step_by(61) {
            let mut damaged = archive.clone();
            damaged[at] ^= 0x55;
            let _: Result<Package, String> = open(&damaged);
        }
    }
    let found = open(b"just a text").unwrap_err();
    assert_eq!(found, "P: it is neither a folder nor a .zip, .tar or .tar.gz archive");
}

#[test]
fn a_long_name_is_read_and_an_endless_one_is_not() {
    let name = format!("{}/1.in", "d".repeat(200));
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    for (file, content) in FILES {
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, file, content.as_bytes()).unwrap();
    }
    header.set_size(1);
    builder.append_data(&mut header, format!("attachments/{name}"), &b"x"[..]).unwrap();
    let package = open(&builder.into_inner().unwrap()).unwrap();
    assert!(package.file(&format!("attachments/{name}")).is_ok());

    let endless = "n".repeat(100_000);
    let entries = [("././@LongLink", tar::EntryType::GNULongName, endless.as_str())];
    assert_eq!(open(&tar_with("", &entries)).unwrap_err(), "P: a header is too long");
}

#[test]
fn the_unpacked_folder_goes_away_with_the_package() {
    // A folder of our own for temporary files would be a setting of the whole process; so ours are
    // told apart by what they hold.
    let marker = format!("marker-{}", std::process::id());
    let package = open(&tar_with("", &[(marker.as_str(), tar::EntryType::Regular, "x")])).unwrap();
    let there = || {
        let entries = std::fs::read_dir(std::env::temp_dir()).unwrap();
        entries.flatten().any(|entry| {
            entry.file_name().to_string_lossy().starts_with("sandglass-package-")
                && Path::new(&entry.path()).join(&marker).exists()
        })
    };
    assert!(there());
    drop(package);
    assert!(!there());
}
