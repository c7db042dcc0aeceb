//! Packages made of texts.

use std::path::Path;

use sandglass_package::{Package, Warning};
use tempfile::TempDir;

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), files);
    directory
}

/// Puts files into a folder.
pub(crate) fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, content) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
}

/// The package of these files.
#[track_caller]
pub(crate) fn package(files: &[(&str, &str)]) -> Package {
    // What is open stays readable when its folder is gone, but not what is to be opened.
    let directory = folder(files).keep();
    let package = Package::open(&directory);
    let package = package.unwrap_or_else(|error| panic!("{error}"));
    Cleanup::later(directory);
    package
}

/// What opening the package of these files fails with.
#[track_caller]
pub(crate) fn refusal(files: &[(&str, &str)]) -> String {
    Package::open(folder(files).path()).unwrap_err().to_string()
}

pub(crate) fn warnings(package: &Package) -> Vec<String> {
    package.warnings.iter().map(Warning::to_string).collect()
}

/// Names of tests.
pub(crate) fn tests(package: &Package) -> Vec<&str> {
    package.tests.iter().map(|test| test.name.as_str()).collect()
}

/// Index of the group of this name.
#[track_caller]
pub(crate) fn group<'a>(package: &'a Package, name: &str) -> &'a sandglass_package::Group {
    package.groups.iter().find(|group| group.name == name).unwrap_or_else(|| panic!("{name}"))
}

thread_local! {
    static FOLDERS: std::cell::RefCell<Vec<Cleanup>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Removes a folder at the end of the test's thread.
struct Cleanup(std::path::PathBuf);

impl Cleanup {
    fn later(folder: std::path::PathBuf) {
        FOLDERS.with_borrow_mut(|folders| folders.push(Cleanup(folder)));
    }
}

impl Drop for Cleanup {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}
