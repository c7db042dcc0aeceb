//! OCI runtimes (crun, runc): a bundle in the scratch directory, and `RUNTIME run` on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::command::CommandLine;
use super::discover::{SYSTEM_DIRECTORIES, version_of};
use super::{ContenderError, Identity, Program, Role, seccomp};
use crate::helper::Launch;
use crate::scratch::Scratch;

/// Where a hybrid host mounts its cgroup v2 tree.
const UNIFIED: &str = "/sys/fs/cgroup/unified";

pub(super) struct OciRuntime {
    name: &'static str,
    program: PathBuf,
    /// State of the runtime, and the bundles.
    directory: PathBuf,
    root: bool,
    /// Containers that were run at least once.
    containers: Vec<String>,
}

impl OciRuntime {
    pub(super) fn new(name: &'static str, program: PathBuf, scratch: &Scratch) -> Self {
        let directory = scratch.path().join(name);
        let root = rustix::process::geteuid().is_root();
        Self { name, program, directory, root, containers: Vec::new() }
    }

    fn common(&self) -> Vec<String> {
        let mut arguments =
            vec!["--root".to_owned(), self.directory.join("state").display().to_string()];
        if self.name == "crun" {
            // Without systemd in between, and without cgroups where there is no right to them.
            let manager = if self.root { "cgroupfs" } else { "disabled" };
            arguments.push(format!("--cgroup-manager={manager}"));
        }
        arguments
    }

    /// The bundle's configuration; a fixed set of limits, with the user mapped to root inside.
    fn configuration(&self, program: &Program, container: &str) -> Value {
        let bind = |path: &str| {
            let options = ["rbind", "ro", "nosuid", "nodev"];
            json!({"destination": path, "type": "none", "source": path, "options": options})
        };
        let mut mounts = vec![
            json!({"destination": "/proc", "type": "proc", "source": "proc"}),
            // Both runtimes make the standard devices, which must not land in the bundle.
            json!({"destination": "/dev", "type": "tmpfs", "source": "tmpfs",
                   "options": ["nosuid", "strictatime", "mode=755", "size=65536k"]}),
            json!({"destination": "/tmp", "type": "tmpfs", "source": "tmpfs",
                   "options": ["nosuid", "nodev", "size=64m"]}),
        ];
        mounts.extend(SYSTEM_DIRECTORIES.map(bind));
        mounts.extend(program.directory.as_ref().map(|path| bind(&path.to_string_lossy())));
        let namespaces = ["user", "pid", "ipc", "uts", "mount", "network", "cgroup"];
        let map = |host: u32| json!([{"containerID": 0, "hostID": host, "size": 1}]);
        let mut linux = json!({
            "namespaces": namespaces.map(|kind| json!({"type": kind})),
            "uidMappings": map(rustix::process::geteuid().as_raw()),
            "gidMappings": map(rustix::process::getegid().as_raw()),
            "seccomp": {
                "defaultAction": "SCMP_ACT_ALLOW",
                "architectures": [SECCOMP_ARCHITECTURE],
                "syscalls": [{"names": seccomp::denied_names(), "action": "SCMP_ACT_ERRNO",
                              "errnoRet": 1}],
            },
        });
        if self.root {
            linux["cgroupsPath"] = json!(format!("/{container}"));
            linux["resources"] = json!({"memory": {"limit": 256 << 20}, "pids": {"limit": 64}});
        }
        json!({
            "ociVersion": "1.0.2",
            "process": {
                "terminal": false,
                "user": {"uid": 0, "gid": 0},
                "args": [program.path],
                "env": ["PATH=/usr/bin:/bin"],
                "cwd": "/",
                "noNewPrivileges": true,
                "capabilities": {},
            },
            "root": {"path": "rootfs", "readonly": true},
            "hostname": "lab",
            "mounts": mounts,
            "linux": linux,
        })
    }

    fn write_bundle(&self, bundle: &Path, configuration: &Value) -> std::io::Result<()> {
        fs::create_dir_all(bundle.join("rootfs"))?;
        fs::write(bundle.join("config.json"), configuration.to_string())
    }
}

#[cfg(target_arch = "x86_64")]
const SECCOMP_ARCHITECTURE: &str = "SCMP_ARCH_X86_64";
#[cfg(target_arch = "aarch64")]
const SECCOMP_ARCHITECTURE: &str = "SCMP_ARCH_AARCH64";

impl CommandLine for OciRuntime {
    fn identity(&self) -> Identity {
        let limits = if self.root { "cgroup limits on memory and processes" } else { "rootless" };
        let private = if self.prefix().is_empty() {
            ""
        } else {
            "; started in a mount namespace without the cgroup v2 tree, because crun refuses \
             hybrid hosts"
        };
        Identity {
            name: self.name.to_owned(),
            role: Role::Peer,
            version: version_of(&self.program, "--version"),
            configuration: format!(
                "{} {} run on a bundle with seven namespaces, read-only binds, tmpfs, proc, dev, \
                 seccomp, {limits}{private}",
                self.name,
                self.common().join(" ")
            ),
        }
    }

    fn launch(&mut self, program: &Program, client: usize) -> Result<Launch, ContenderError> {
        let container = format!("sandglass-lab-{}-{}-{client}", self.name, std::process::id());
        let bundle = self.directory.join(format!("{}-{client}", program.name));
        if !bundle.exists() {
            let configuration = self.configuration(program, &container);
            self.write_bundle(&bundle, &configuration)
                .map_err(ContenderError::while_doing("writing the bundle"))?;
        }
        let mut arguments = self.common();
        arguments.extend(["run", "--bundle"].map(str::to_owned));
        arguments.extend([bundle.to_string_lossy().into_owned(), container.clone()]);
        if !self.containers.contains(&container) {
            self.containers.push(container);
        }
        Ok(Launch { program: self.program.clone(), arguments, stdin: None })
    }

    /// crun 1.8 refuses to run where the v2 tree of a hybrid host has a controller. In a mount
    /// namespace of its own that tree is out of sight; the host's mounts are not touched.
    fn prefix(&self) -> Vec<String> {
        let controllers = fs::read_to_string(Path::new(UNIFIED).join("cgroup.controllers"));
        let refused = controllers.is_ok_and(|text| !text.trim().is_empty());
        if self.name != "crun" || !self.root || !refused {
            return Vec::new();
        }
        let script = "umount \"$0\" && exec \"$@\"";
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, UNIFIED]
            .map(str::to_owned)
            .to_vec()
    }

    /// A container that ended has removed itself; one whose launcher was killed has not.
    fn clean_up(&mut self) -> Result<(), ContenderError> {
        for container in self.containers.drain(..) {
            if self.directory.join("state").join(&container).exists() {
                let mut delete = Command::new(&self.program);
                delete.args(["--root".into(), self.directory.join("state").into_os_string()]);
                delete.args(["delete", "--force", &container]);
                delete.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                delete.status().map_err(ContenderError::while_doing("deleting a container"))?;
            }
            for hierarchy in fs::read_dir("/sys/fs/cgroup").into_iter().flatten().flatten() {
                // Only what the runtime left; normally there is no such directory.
                let _ = fs::remove_dir(hierarchy.path().join(&container));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundle_binds_the_program_and_denies_the_policy() {
        let scratch = Scratch::new(None).expect("a scratch directory");
        let runtime = OciRuntime::new("runc", "/usr/sbin/runc".into(), &scratch);
        let program = Program {
            name: "static".to_owned(),
            path: "/var/tmp/x/static".into(),
            directory: Some("/var/tmp/x".into()),
        };
        let configuration = runtime.configuration(&program, "box");
        assert_eq!(configuration["process"]["args"], json!(["/var/tmp/x/static"]));
        let mounts = configuration["mounts"].as_array().expect("a list");
        let destinations: Vec<&str> =
            mounts.iter().filter_map(|mount| mount["destination"].as_str()).collect();
        assert_eq!(
            destinations,
            ["/proc", "/dev", "/tmp", "/usr", "/bin", "/lib", "/lib64", "/var/tmp/x"]
        );
        let names = &configuration["linux"]["seccomp"]["syscalls"][0]["names"];
        assert_eq!(names.as_array().map(Vec::len), Some(seccomp::DENIED.len()));
    }
}
