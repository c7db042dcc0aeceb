//! The judge that a command asks for, and the machine that it works on.

use std::path::PathBuf;

use sandglass_judge::{Judge, JudgeError, Machine, open_lanes};
use sandglass_lab::Environment;
use sandglass_languages::Languages;
use sandglass_sandbox::{BackendChoice, LaneOptions};

use super::failure;
use crate::compile_cache::CacheArguments;
use crate::failure::Failure;
use crate::languages;

/// What `judge` and `verify` have in common.
#[derive(Debug, clap::Args)]
pub(crate) struct JudgeArguments {
    /// Tests that run at the same time, each on a CPU of its own where there are as many
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    lanes: u16,
    /// Go on where the host can enforce some limits only weakly
    #[arg(long)]
    allow_weaker: bool,
    /// Directory with languages (*.toml) of this site; one with a known code replaces ours
    #[arg(long, value_name = "DIRECTORY")]
    languages: Option<PathBuf>,
    #[command(flatten)]
    cache: CacheArguments,
}

impl JudgeArguments {
    /// The judge, on its lanes.
    pub(crate) fn judge(&self) -> Result<Judge, Failure> {
        let languages = self.languages()?;
        let judge = self.open(languages).map_err(|error| failure("judge", &error))?;
        self.cache.apply(judge)
    }

    /// The languages of its submissions.
    pub(crate) fn languages(&self) -> Result<Languages, Failure> {
        languages::read(self.languages.as_deref())
    }

    fn open(&self, languages: Languages) -> Result<Judge, JudgeError> {
        let backend =
            || if self.allow_weaker { BackendChoice::AllowWeaker } else { BackendChoice::Strict };
        let options = || LaneOptions { backend: backend(), ..LaneOptions::default() };
        Ok(Judge::new(open_lanes(options, self.lanes.into())?, languages))
    }

    /// The machine, as far as it is known before anything is judged.
    pub(crate) fn machine(&self) -> Machine {
        let lanes = usize::from(self.lanes);
        let environment = Environment::read();
        // As the judge pins them: several lanes, where there is a CPU for each.
        let cpus = cpu_list(environment.processors_allowed.as_deref().unwrap_or_default());
        let pins = lanes > 1 && lanes <= cpus.len();
        Machine {
            pinned_cpus: if pins { cpus[..lanes].to_vec() } else { Vec::new() },
            kernel: environment.kernel,
            distribution: environment.distribution,
            processor: environment.processor,
            processors: environment.processors_allowed,
            virtual_machine: environment.virtual_machine,
            frequency_governor: environment.frequency_governor,
            turbo: environment.turbo,
            simultaneous_multithreading: environment.simultaneous_multithreading,
            address_space_randomization: environment.address_space_randomization,
            load_average: environment.load_average,
            lanes,
            ..Machine::default()
        }
    }
}

/// The CPUs of a list as the kernel writes it, such as `0-3,8`; none where it is something else.
fn cpu_list(text: &str) -> Vec<usize> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
    };
    let ranges: Option<Vec<std::ops::RangeInclusive<usize>>> = text.split(',').map(range).collect();
    ranges.into_iter().flatten().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::cpu_list;

    #[test]
    fn lists_of_cpus() {
        for (text, cpus) in [
            ("0-1", vec![0, 1]),
            ("0,2-4", vec![0, 2, 3, 4]),
            ("7", vec![7]),
            ("", vec![]),
            ("x", vec![]),
        ] {
            assert_eq!(cpu_list(text), cpus, "{text}");
        }
    }
}
