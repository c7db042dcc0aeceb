//! Where this process is in the cgroup hierarchies of the host.

use std::fs;
use std::path::{Path, PathBuf};

pub(super) struct Hierarchies {
    pub(super) unified: Option<PathBuf>,
    pub(super) legacy: Vec<(String, PathBuf)>,
}

/// Where this process is in every hierarchy, as paths.
pub(super) fn own_places() -> Hierarchies {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let places = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut found = Hierarchies { unified: None, legacy: Vec::new() };
    for line in mounts.lines() {
        let Some((left, right)) = line.split_once(" - ") else { continue };
        let left: Vec<_> = left.split(' ').collect();
        let right: Vec<_> = right.split(' ').collect();
        let (Some(root), Some(point), Some(kind)) = (left.get(3), left.get(4), right.first())
        else {
            continue;
        };
        let options = right.get(2).copied().unwrap_or("");
        for place in places.lines() {
            let mut fields = place.splitn(3, ':');
            let (Some(_), Some(controllers), Some(path)) =
                (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            let inside = path.strip_prefix(*root).unwrap_or(path).trim_start_matches('/');
            let directory = Path::new(point).join(inside);
            if *kind == "cgroup2" && controllers.is_empty() {
                found.unified.get_or_insert(directory);
            } else if *kind == "cgroup" && !controllers.is_empty() {
                let first = controllers.split(',').next().unwrap_or("");
                if options.split(',').any(|option| option == first) {
                    for controller in controllers.split(',') {
                        found.legacy.push((controller.to_owned(), directory.clone()));
                    }
                }
            }
        }
    }
    found
}
