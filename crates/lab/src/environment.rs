//! The machine that a result was measured on, as far as it can be read without privilege.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

/// What can change a run time without anybody touching the programs.
///
/// A field is `None` where the kernel does not tell (a virtual machine has no governor, say).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Environment {
    /// Kernel release and build.
    pub kernel: Option<String>,
    /// Distribution.
    pub distribution: Option<String>,
    /// Processor model.
    pub processor: Option<String>,
    /// Processors that the kernel runs on.
    pub processors_online: Option<String>,
    /// Processors that this process may use.
    pub processors_allowed: Option<String>,
    /// Whether a hypervisor is below.
    pub virtual_machine: bool,
    /// Memory in KiB.
    pub memory_kib: Option<u64>,
    /// State of each known processor vulnerability, as the kernel words it.
    pub mitigations: BTreeMap<String, String>,
    /// Frequency governors in use.
    pub frequency_governor: Option<String>,
    /// Whether the processor may exceed its nominal frequency.
    pub turbo: Option<String>,
    /// Simultaneous multithreading.
    pub simultaneous_multithreading: Option<String>,
    /// `kernel.randomize_va_space`: 0 is off, 2 is full.
    pub address_space_randomization: Option<String>,
    /// Active swap areas; empty means none.
    pub swap: Option<String>,
    /// Transparent huge pages.
    pub transparent_huge_pages: Option<String>,
    /// What `clock_gettime` reads.
    pub clock_source: Option<String>,
    /// Mounted cgroup hierarchies.
    pub cgroups: Option<String>,
    /// Load averages at the start.
    pub load_average: Option<String>,
    /// Whether the experiment ran with the rights of root.
    pub root: bool,
}

impl Environment {
    /// Reads the running machine.
    pub fn read() -> Self {
        let mut environment = Self::read_below(Path::new("/"));
        environment.root = rustix::process::geteuid().is_root();
        environment
    }

    /// Reads the same files below another root directory.
    fn read_below(root: &Path) -> Self {
        let tree = Tree(root);
        let processor_line = |key: &str| {
            let text = tree.line_after("proc/cpuinfo", key)?;
            Some(text.trim_start_matches([' ', '\t', ':']).to_owned())
        };
        let release = tree.text("proc/sys/kernel/osrelease");
        let build = tree.text("proc/sys/kernel/version").unwrap_or_default();
        Self {
            kernel: release.map(|release| format!("{release} {build}").trim().to_owned()),
            distribution: tree
                .line_after("etc/os-release", "PRETTY_NAME=")
                .map(|name| name.trim_matches('"').to_owned()),
            processor: processor_line("model name"),
            processors_online: tree.text("sys/devices/system/cpu/online"),
            processors_allowed: tree.line_after("proc/self/status", "Cpus_allowed_list:"),
            virtual_machine: processor_line("flags")
                .is_some_and(|flags| flags.split_whitespace().any(|flag| flag == "hypervisor")),
            memory_kib: tree
                .line_after("proc/meminfo", "MemTotal:")
                .and_then(|text| text.split_whitespace().next()?.parse().ok()),
            mitigations: tree.directory("sys/devices/system/cpu/vulnerabilities"),
            frequency_governor: tree.governors(),
            turbo: tree.turbo(),
            simultaneous_multithreading: tree.text("sys/devices/system/cpu/smt/control"),
            address_space_randomization: tree.text("proc/sys/kernel/randomize_va_space"),
            swap: tree
                .text("proc/swaps")
                .map(|text| text.lines().skip(1).collect::<Vec<_>>().join("; ")),
            transparent_huge_pages: tree.text("sys/kernel/mm/transparent_hugepage/enabled"),
            clock_source: tree
                .text("sys/devices/system/clocksource/clocksource0/current_clocksource"),
            cgroups: tree.cgroups(),
            load_average: tree.text("proc/loadavg"),
            root: false,
        }
    }
}

struct Tree<'a>(&'a Path);

impl Tree<'_> {
    fn path(&self, relative: &str) -> PathBuf {
        self.0.join(relative)
    }

    fn text(&self, relative: &str) -> Option<String> {
        Some(fs::read_to_string(self.path(relative)).ok()?.trim().to_owned())
    }

    /// The rest of the first line that starts with `key`.
    fn line_after(&self, relative: &str, key: &str) -> Option<String> {
        let text = self.text(relative)?;
        let rest = text.lines().find_map(|line| line.strip_prefix(key))?;
        Some(rest.trim().to_owned())
    }

    /// Each file of a directory with its text.
    fn directory(&self, relative: &str) -> BTreeMap<String, String> {
        let entries = fs::read_dir(self.path(relative)).into_iter().flatten().flatten();
        entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let text = self.text(&format!("{relative}/{name}"))?;
                Some((name, text))
            })
            .collect()
    }

    fn governors(&self) -> Option<String> {
        let policies = fs::read_dir(self.path("sys/devices/system/cpu/cpufreq")).ok()?;
        let mut governors: Vec<String> = policies
            .flatten()
            .filter_map(|entry| fs::read_to_string(entry.path().join("scaling_governor")).ok())
            .map(|text| text.trim().to_owned())
            .collect();
        governors.sort();
        governors.dedup();
        (!governors.is_empty()).then(|| governors.join(", "))
    }

    fn turbo(&self) -> Option<String> {
        let on_off = |on: bool| Some(if on { "on" } else { "off" }.to_owned());
        if let Some(text) = self.text("sys/devices/system/cpu/intel_pstate/no_turbo") {
            return on_off(text == "0");
        }
        on_off(self.text("sys/devices/system/cpu/cpufreq/boost")? == "1")
    }

    fn cgroups(&self) -> Option<String> {
        let mounts = self.text("proc/self/mounts")?;
        let hierarchies: Vec<String> = mounts
            .lines()
            .filter_map(|line| {
                let mut fields = line.split(' ');
                let (target, kind) = (fields.nth(1)?, fields.next()?);
                kind.starts_with("cgroup").then(|| format!("{kind} on {target}"))
            })
            .collect();
        (!hierarchies.is_empty()).then(|| hierarchies.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, relative: &str, text: &str) {
        let path = root.join(relative);
        fs::create_dir_all(path.parent().expect("has a parent")).expect("can be made");
        fs::write(path, text).expect("can be written");
    }

    #[test]
    fn reads_what_a_laptop_tells() {
        let root = tempfile::tempdir().expect("a temporary directory");
        let root = root.path();
        write(root, "proc/sys/kernel/osrelease", "6.1.0-21-amd64\n");
        write(root, "proc/sys/kernel/version", "#1 SMP\n");
        write(root, "etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian 12\"\n");
        write(root, "proc/cpuinfo", "model name\t: i5-8250U CPU\nflags\t\t: fpu vme\n");
        write(root, "proc/meminfo", "MemTotal:       16000000 kB\n");
        write(root, "sys/devices/system/cpu/vulnerabilities/spectre_v2", "Mitigation: IBRS\n");
        write(root, "sys/devices/system/cpu/cpufreq/policy0/scaling_governor", "powersave\n");
        write(root, "sys/devices/system/cpu/cpufreq/policy1/scaling_governor", "powersave\n");
        write(root, "sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
        write(root, "proc/swaps", "Filename Type\n/dev/sda2 partition 1 0 -2\n");
        write(
            root,
            "proc/self/mounts",
            "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\nproc /proc proc rw\n",
        );
        let environment = Environment::read_below(root);
        let text = |value: Option<String>| value.unwrap_or_default();
        assert_eq!(text(environment.kernel), "6.1.0-21-amd64 #1 SMP");
        assert_eq!(text(environment.distribution), "Debian 12");
        assert_eq!(text(environment.processor), "i5-8250U CPU");
        assert_eq!(environment.memory_kib, Some(16_000_000));
        assert_eq!(environment.mitigations["spectre_v2"], "Mitigation: IBRS");
        assert_eq!(text(environment.frequency_governor), "powersave");
        assert_eq!(text(environment.turbo), "on");
        assert_eq!(text(environment.swap), "/dev/sda2 partition 1 0 -2");
        assert_eq!(text(environment.cgroups), "cgroup2 on /sys/fs/cgroup");
        assert!(!environment.virtual_machine);
        assert_eq!(environment.clock_source, None);
    }

    #[test]
    fn the_running_kernel_tells_its_release() {
        assert!(Environment::read().kernel.is_some());
    }
}
