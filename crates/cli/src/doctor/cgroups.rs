//! cgroups: which hierarchies there are, and whether we may make groups of our own in them.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::check::{Check, Level};
use super::host::Host;

/// The controllers that the limits of a run need.
const NEEDED: [&str; 3] = ["memory", "pids", "cpu"];

/// A mounted hierarchy.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hierarchy {
    /// Relative to the root directory.
    mount: PathBuf,
    /// Controllers of a v1 hierarchy; `None` for v2.
    controllers: Option<Vec<String>>,
    /// Our own group in it.
    own: PathBuf,
}

/// What keeps us from making groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Writable,
    ReadOnly,
    NotOurs,
}

/// `whole` is whether a lane got everything that it wants: then systemd has delegated what it can.
pub(super) fn checks(host: &Host, whole: bool) -> Vec<Check> {
    let root = sandglass_sys::is_root();
    let hierarchies = hierarchies(host);
    let unified = hierarchies.iter().find(|one| one.controllers.is_none());
    let with = |name: &str| {
        hierarchies
            .iter()
            .find(|one| one.controllers.iter().flatten().any(|controller| controller == name))
    };
    let mut checks = match (unified, with("memory"), with("pids")) {
        (Some(unified), Some(memory), Some(pids)) => {
            vec![hybrid(host, &[unified, memory, pids], root)]
        }
        (Some(unified), ..) => pure(host, unified, root, whole),
        (None, ..) => vec![no_unified(&hierarchies, host)],
    };
    checks.extend(unified.map(|unified| kill(host, unified)));
    checks
}

/// Reads the mounts and our own groups.
fn hierarchies(host: &Host) -> Vec<Hierarchy> {
    let mounts = host.text("proc/self/mounts").unwrap_or_default();
    let groups = host.text("proc/self/cgroup").unwrap_or_default();
    let own = |wanted: &str| {
        let path = groups.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            let (controllers, path) = (fields.next()?, fields.next()?);
            controllers.split(',').any(|controller| controller == wanted).then_some(path)
        });
        path.unwrap_or("/").trim_start_matches('/').to_owned()
    };
    let read = |line: &str| {
        let mut fields = line.split(' ').skip(1);
        let (mount, kind, options) = (fields.next()?, fields.next()?, fields.next()?);
        let mount = PathBuf::from(mount.trim_start_matches('/'));
        match kind {
            "cgroup2" => Some(Hierarchy { own: mount.join(own("")), mount, controllers: None }),
            "cgroup" => {
                let controllers: Vec<String> = options.split(',').map(str::to_owned).collect();
                let known = ["memory", "pids"];
                let name = known.iter().find(|name| options.split(',').any(|o| o == **name))?;
                Some(Hierarchy {
                    own: mount.join(own(name)),
                    mount,
                    controllers: Some(controllers),
                })
            }
            _ => None,
        }
    };
    mounts.lines().filter_map(read).collect()
}

/// Whether groups can be made in a directory, told by opening its list of processes for writing.
/// Nothing is written.
fn access(host: &Host, directory: &Path) -> Access {
    match OpenOptions::new().write(true).open(host.path(directory.join("cgroup.procs"))) {
        Ok(_) => Access::Writable,
        Err(error) if error.kind() == io::ErrorKind::ReadOnlyFilesystem => Access::ReadOnly,
        Err(_) => Access::NotOurs,
    }
}

/// v1 memory and pids beside a v2 tree.
fn hybrid(host: &Host, hierarchies: &[&Hierarchy], root: bool) -> Check {
    let subject = "cgroups";
    let found = "hybrid: v1 memory and pids beside v2";
    let worst = |directory: fn(&Hierarchy) -> &Path| {
        let states: Vec<Access> =
            hierarchies.iter().map(|one| access(host, directory(one))).collect();
        let has = |state| states.contains(&state);
        match (has(Access::ReadOnly), has(Access::NotOurs)) {
            (true, _) => Access::ReadOnly,
            (_, true) => Access::NotOurs,
            _ => Access::Writable,
        }
    };
    let (top, own) = (worst(|one| &one.mount), worst(|one| &one.own));
    match (top, own) {
        (Access::Writable, _) | (_, Access::Writable) => Check::new(subject, Level::Ok, found, ""),
        (Access::ReadOnly, _) | (_, Access::ReadOnly) => read_only(subject, found),
        _ => {
            let meaning = "they are root's here, so an ordinary user gets limits of processes \
                           alone (--allow-weaker)";
            let check = Check::new(subject, Level::Weaker, found, meaning);
            if root {
                check
            } else {
                check
                    .raise("# sandglass run ...   (root prepares the groups and then drops its rights)")
                    .raise("or add the kernel parameter systemd.unified_cgroup_hierarchy=1 and start again")
            }
        }
    }
}

fn read_only(subject: &'static str, found: &str) -> Check {
    let meaning = "read-only, as containers have it: limits of processes alone (--allow-weaker)";
    Check::new(subject, Level::Weaker, found, meaning)
        .raise("start the container with a writable, private cgroup tree (docs/containers.md)")
}

/// v2 alone.
fn pure(host: &Host, unified: &Hierarchy, root: bool, whole: bool) -> Vec<Check> {
    let subject = "cgroups";
    let own = &unified.own;
    let offered = host.text(own.join("cgroup.controllers")).unwrap_or_default();
    let lacking: Vec<&str> = NEEDED
        .into_iter()
        .filter(|name| !offered.split_whitespace().any(|controller| controller == *name))
        .collect();
    let found = format!("v2, controllers here: {offered}");
    let user = sandglass_sys::effective_user();
    let manager = host.exists(format!("run/user/{user}/systemd/private"))
        && ["usr/bin/systemd-run", "bin/systemd-run"].iter().any(|path| host.exists(path));
    let place = match (access(host, own), root) {
        (Access::ReadOnly, _) => return vec![read_only(subject, &found)],
        (Access::Writable, true) => Check::new(subject, Level::Ok, found, ""),
        (Access::Writable, false) if lacking.is_empty() => {
            Check::new(subject, Level::Ok, format!("{found}; delegated to us"), "")
        }
        (Access::NotOurs, false) if manager && whole => {
            Check::new(subject, Level::Ok, format!("{found}; systemd delegates a scope"), "")
        }
        (Access::NotOurs, false) if manager => {
            let meaning =
                "not delegated to this session: limits of processes alone (--allow-weaker)";
            Check::new(subject, Level::Weaker, found, meaning)
                .raise("$ systemd-run --user --scope -p Delegate=yes -- sandglass run ...")
        }
        (Access::Writable, false) => controllers(subject, found, &lacking, host),
        (Access::NotOurs, _) => {
            let meaning = "not delegated to us: limits of processes alone (--allow-weaker)";
            let check = Check::new(subject, Level::Weaker, found, meaning);
            if host.has_systemd() {
                check
                    .raise(format!("# loginctl enable-linger {user}"))
                    .raise("$ systemd-run --user --scope -p Delegate=yes -- sandglass run ...")
            } else {
                check
                    .raise(format!(
                        "# mkdir /{0}/sandglass && chown -R {user} /{0}/sandglass && \
                         echo $$ > /{0}/sandglass/cgroup.procs",
                        unified.mount.display()
                    ))
                    .raise("and start sandglass from that shell, as the user")
            }
        }
    };
    let mut checks = vec![place];
    checks.extend(peak(host, unified));
    checks
}

fn controllers(subject: &'static str, found: String, lacking: &[&str], host: &Host) -> Check {
    let meaning = format!("delegated to us, but without {}", lacking.join(", "));
    let check = Check::new(subject, Level::Weaker, found, meaning);
    if host.has_systemd() {
        check
            .raise("# mkdir -p /etc/systemd/system/user@.service.d")
            .raise(
                "# printf '[Service]\\nDelegate=cpu cpuset memory pids\\n' \
                 > /etc/systemd/system/user@.service.d/delegate.conf",
            )
            .raise("# systemctl daemon-reload   (and log in again)")
    } else {
        check.raise("have the parent group list them in its cgroup.subtree_control")
    }
}

fn no_unified(hierarchies: &[Hierarchy], host: &Host) -> Check {
    let subject = "cgroups";
    let meaning = "without a v2 tree there are only limits of processes (--allow-weaker)";
    let found = if hierarchies.is_empty() { "none mounted" } else { "v1 only" };
    let check = Check::new(subject, Level::Weaker, found, meaning);
    if host.in_container() {
        check.raise("start the container with a cgroup v2 tree (docs/containers.md)")
    } else {
        check.raise("add the kernel parameter systemd.unified_cgroup_hierarchy=1 and start again")
    }
}

/// Whether groups below a hierarchy have a file; `None` where there is no group to look at.
fn groups_have(host: &Host, hierarchy: &Hierarchy, file: &str) -> Option<bool> {
    // The root group has neither of the files that are asked for.
    let children = fs::read_dir(host.path(&hierarchy.mount)).into_iter().flatten().flatten();
    let mut groups: Vec<PathBuf> = children
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .collect();
    if hierarchy.own != hierarchy.mount {
        groups.push(host.path(&hierarchy.own));
    }
    (!groups.is_empty()).then(|| groups.iter().any(|group| group.join(file).exists()))
}

fn kill(host: &Host, unified: &Hierarchy) -> Check {
    let subject = "cgroup.kill";
    // Groups come and go, and there may be none to ask at the moment; no kernel is built without it.
    let new_enough = host.kernel().is_some_and(|release| release >= (5, 14));
    if groups_have(host, unified, "cgroup.kill") == Some(true) || new_enough {
        Check::new(subject, Level::Ok, "there", "")
    } else {
        let meaning = "a run of many processes cannot be killed in one step";
        Check::new(subject, Level::Missing, "not there", meaning)
            .raise("install a kernel of 5.14 or later")
    }
}

fn peak(host: &Host, unified: &Hierarchy) -> Option<Check> {
    let subject = "memory.peak";
    Some(if groups_have(host, unified, "memory.peak")? {
        Check::new(subject, Level::Ok, "there", "")
    } else {
        let meaning = "peak memory is not known: the kernel is older than 5.19, or no group has \
                       the memory controller";
        Check::new(subject, Level::Weaker, "not there", meaning)
            .raise("install a kernel of 5.19 or later")
    })
}

#[cfg(test)]
mod tests {
    use super::super::host::tests::made_of;
    use super::*;

    const MOUNTS: &str = "\
proc /proc proc rw 0 0
cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0
cgroup /sys/fs/cgroup/memory cgroup rw,relatime,memory 0 0
cgroup /sys/fs/cgroup/pids cgroup rw,pids 0 0
cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0
";

    fn first(host: &Host, root: bool) -> Check {
        let hierarchies = hierarchies(host);
        let unified = hierarchies.iter().find(|one| one.controllers.is_none());
        pure(host, unified.expect("v2 is mounted"), root, false).remove(0)
    }

    #[test]
    fn hybrid_hosts_are_told_from_pure_ones() {
        let (_directory, host) = made_of(&[
            ("proc/self/mounts", MOUNTS),
            ("proc/self/cgroup", "4:memory:/a/b\n0::/c\n"),
            ("sys/fs/cgroup/unified/cgroup.procs", ""),
            ("sys/fs/cgroup/memory/cgroup.procs", ""),
            ("sys/fs/cgroup/pids/cgroup.procs", ""),
            ("sys/fs/cgroup/unified/c/cgroup.kill", ""),
        ]);
        let found = hierarchies(&host);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].own, Path::new("sys/fs/cgroup/memory/a/b"));
        assert_eq!(found[2].own, Path::new("sys/fs/cgroup/unified/c"));
        let checks = checks(&host, false);
        assert_eq!(checks[0].level, Level::Ok);
        assert!(checks[0].found.starts_with("hybrid"));
        assert_eq!(checks[1].level, Level::Ok);
    }

    #[test]
    fn a_user_needs_delegation_with_all_controllers() {
        let mounts = ("proc/self/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n");
        let own = ("proc/self/cgroup", "0::/user.slice\n");
        let procs = ("sys/fs/cgroup/user.slice/cgroup.procs", "");
        let controllers = "sys/fs/cgroup/user.slice/cgroup.controllers";
        let systemd = ("run/systemd/system/x", "");
        let whole = (controllers, "cpuset cpu io memory pids\n");
        let (_directory, host) = made_of(&[mounts, own, procs, whole]);
        assert_eq!(first(&host, false).level, Level::Ok);
        let (_directory, host) = made_of(&[mounts, own, procs, (controllers, "memory pids")]);
        assert_eq!(first(&host, false).level, Level::Weaker);
        let (_directory, host) = made_of(&[mounts, own, whole, systemd]);
        let check = first(&host, false);
        assert_eq!(check.level, Level::Weaker);
        assert!(check.raise.iter().any(|line| line.contains("systemd-run --user")), "{check:?}");
    }

    #[test]
    fn no_hierarchy_at_all_is_weaker() {
        let (_directory, host) = made_of(&[(".dockerenv", "")]);
        let checks = checks(&host, false);
        assert_eq!(checks[0].level, Level::Weaker);
        assert!(checks[0].raise[0].contains("docs/containers.md"));
    }
}
