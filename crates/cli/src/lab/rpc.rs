//! The options of `sandglass lab rpc` and `lab cave`.

use clap::ValueEnum;
use sandglass_lab as lab;

use super::CommonArguments;

/// Round trip of a call of an interactive task, over every transport (libinteractive, Figures 3 and 4)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Main is in C. Languages whose compiler is not found are left out and named. The
last table is what SPECIFICATION promises, beside what was reached, as far as
the languages were measured. By itself the command takes some two minutes, with
all languages half an hour.

Examples:
  sandglass lab rpc --output results
  sandglass lab rpc --languages all --rounds 10 --output results
  sandglass lab rpc --languages c --sizes 4 --affinities same --rounds 30")]
pub(super) struct RpcArguments {
    #[command(flatten)]
    pub(super) common: CommonArguments,
    /// Bytes of the array that is passed
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = size)]
    sizes: Option<Vec<usize>>,
    /// Languages of the contestant's program, or all [default: c,python3]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum)]
    languages: Option<Vec<Tongue>>,
    /// Where the programs run
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum)]
    affinities: Option<Vec<Affinity>>,
    /// Thousandths of the usual number of calls
    #[arg(long, value_name = "N")]
    permille: Option<usize>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tongue {
    /// Every language there is
    All,
    C,
    Cpp,
    Python3,
    Java,
    Go,
    Rust,
    Csharp,
    Pascal,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Affinity {
    Same,
    Separate,
    None,
}

/// Whole numbers, since elements have four bytes.
fn size(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(bytes) if bytes <= 65536 && bytes % 4 == 0 => Ok(bytes),
        _ => Err("a multiple of 4 up to 65536 is meant".to_owned()),
    }
}

impl RpcArguments {
    pub(super) fn options(&self, interrupt: lab::session::Interrupt) -> lab::RpcOptions {
        let defaults = lab::RpcOptions::default();
        let languages = |all: &Vec<Tongue>| {
            let meant = |tongue: &Tongue| match tongue {
                Tongue::All => lab::Tongue::ALL.to_vec(),
                Tongue::C => vec![lab::Tongue::C],
                Tongue::Cpp => vec![lab::Tongue::Cpp],
                Tongue::Python3 => vec![lab::Tongue::Python],
                Tongue::Java => vec![lab::Tongue::Java],
                Tongue::Go => vec![lab::Tongue::Go],
                Tongue::Rust => vec![lab::Tongue::Rust],
                Tongue::Csharp => vec![lab::Tongue::Csharp],
                Tongue::Pascal => vec![lab::Tongue::Pascal],
            };
            let mut languages = Vec::new();
            for tongue in all.iter().flat_map(meant) {
                // Each is measured once, however often it is named.
                if !languages.contains(&tongue) {
                    languages.push(tongue);
                }
            }
            languages
        };
        let affinities = |all: &Vec<Affinity>| {
            let one = |affinity: &Affinity| match affinity {
                Affinity::Same => lab::Affinity::Same,
                Affinity::Separate => lab::Affinity::Separate,
                Affinity::None => lab::Affinity::None,
            };
            all.iter().map(one).collect()
        };
        lab::RpcOptions {
            rounds: self.common.rounds.unwrap_or(defaults.rounds),
            sizes: self.sizes.clone().unwrap_or(defaults.sizes),
            languages: self.languages.as_ref().map_or(defaults.languages, languages),
            affinities: self.affinities.as_ref().map_or(defaults.affinities, affinities),
            permille: self.permille.unwrap_or(defaults.permille),
            compiler: std::env::current_exe().ok(),
            seed: self.common.seed,
            interrupt,
            ..defaults
        }
    }
}

/// A task of 70,000 calls as one executable and as two processes (libinteractive, IOI 2013's Caves)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
In the paper a call had 341 µs of computation on both sides together; this program has a few. So:
  sandglass lab cave --rounds 5 --work 170000      half an hour, as in the paper
  sandglass lab cave --doors 500 --work 170000     a tenth of it
  sandglass lab cave                               what the calls cost alone")]
pub(super) struct CaveArguments {
    #[command(flatten)]
    pub(super) common: CommonArguments,
    /// Doors of the cave, fourteen calls each
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = doors)]
    doors: usize,
    /// Rounds of arithmetic, about a nanosecond each, that either side adds to each call
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = work)]
    work: usize,
}

fn doors(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(doors) if (1..=5000).contains(&doors) => Ok(doors),
        _ => Err("a number from 1 to 5000 is meant".to_owned()),
    }
}

fn work(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(rounds) if rounds <= 1_000_000_000 => Ok(rounds),
        _ => Err("a number up to 1000000000 is meant".to_owned()),
    }
}

impl CaveArguments {
    pub(super) fn options(&self, interrupt: lab::session::Interrupt) -> lab::CaveOptions {
        let defaults = lab::CaveOptions::default();
        lab::CaveOptions {
            rounds: self.common.rounds.unwrap_or(defaults.rounds),
            doors: self.doors,
            work: self.work,
            seed: self.common.seed,
            interrupt,
            ..defaults
        }
    }
}
