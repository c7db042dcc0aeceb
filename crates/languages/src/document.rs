//! The shape of a language's TOML file, before it is checked.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::memory::Share;
use crate::programs::Paths;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    pub(crate) code: String,
    pub(crate) name: String,
    pub(crate) extensions: Vec<String>,
    #[serde(default)]
    pub(crate) headers: Vec<String>,
    #[serde(default)]
    pub(crate) entry_points: Vec<String>,
    #[serde(default)]
    pub(crate) foreign_interpreters: Vec<String>,
    #[serde(default)]
    pub(crate) programs: BTreeMap<String, Paths>,
    #[serde(default)]
    pub(crate) values: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) memory: BTreeMap<String, Share>,
    pub(crate) compile: Option<Compile>,
    pub(crate) run: Run,
    pub(crate) version: Version,
    #[serde(default)]
    pub(crate) mounts: Vec<Mount>,
    #[serde(default)]
    pub(crate) variants: Vec<Variant>,
}

/// The same language by another compiler or to another standard.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Variant {
    pub(crate) code: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) programs: BTreeMap<String, Paths>,
    #[serde(default)]
    pub(crate) values: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Compile {
    pub(crate) command: Vec<String>,
    pub(crate) product: Option<String>,
    #[serde(default)]
    pub(crate) environment: BTreeMap<String, String>,
    #[serde(default = "compiler_policy")]
    pub(crate) policy: String,
    #[serde(default)]
    pub(crate) limits: CompileLimits,
    #[serde(default)]
    pub(crate) proc: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    #[serde(default)]
    pub(crate) executable: bool,
    #[serde(default)]
    pub(crate) command: Vec<String>,
    #[serde(default)]
    pub(crate) environment: BTreeMap<String, String>,
    #[serde(default = "program_policy")]
    pub(crate) policy: String,
    #[serde(default = "one_process")]
    pub(crate) processes: u64,
    #[serde(default = "one_time")]
    pub(crate) time_multiplier: f64,
    #[serde(default)]
    pub(crate) proc: bool,
    #[serde(default)]
    pub(crate) out_of_memory: OutOfMemory,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Version {
    pub(crate) command: Vec<String>,
}

/// How a run-time that bounds its own heap says that the heap is full.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct OutOfMemory {
    /// It exits with this code.
    pub exit_code: Option<i32>,
    /// It is killed by this signal.
    pub signal: Option<i32>,
}

/// A path of the host that a language must see beyond `/usr`, read-only.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Mount {
    /// Path on the host.
    pub source: String,
    /// Path inside.
    pub target: String,
    /// Whether it may be missing on the host.
    #[serde(default)]
    pub optional: bool,
}

/// What a compilation may use.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, default)]
pub struct CompileLimits {
    /// CPU time, seconds.
    pub cpu_seconds: u64,
    /// Memory, MiB; files in the work directory count as memory.
    pub memory_mebibytes: u64,
    /// Processes and threads at a time.
    pub processes: u64,
    /// Size of the product, MiB.
    pub product_mebibytes: u64,
}

impl Default for CompileLimits {
    fn default() -> Self {
        CompileLimits {
            cpu_seconds: 30,
            memory_mebibytes: 1024,
            processes: 64,
            product_mebibytes: 64,
        }
    }
}

fn compiler_policy() -> String {
    "compiler".to_owned()
}

fn program_policy() -> String {
    "program".to_owned()
}

fn one_process() -> u64 {
    1
}

fn one_time() -> f64 {
    1.0
}
