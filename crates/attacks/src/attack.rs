//! An entry of the table.

use crate::{Defence, Expectation, Need, WallNeed};
use std::fmt;

/// An attack, what it needs, and what is expected of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Attack {
    /// A unique name.
    pub name: &'static str,
    /// What is attacked.
    pub family: Family,
    /// What the attack wants, as a sentence fragment.
    pub description: &'static str,
    /// The arguments of the attack program; words in braces stand for values of needs.
    pub argv: &'static [&'static str],
    /// The arguments of an earlier run of the same lane that leaves what this one looks for.
    pub before: Option<&'static [&'static str]>,
    /// The file that is to be copied out after the run, relative to the working directory; `"*"`
    /// is every file there.
    pub copies: Option<&'static str>,
    /// How a careless caller takes that file.
    pub copier: Copier,
    /// The defences that must be off, all at once, for the attack to reach its goal while all the
    /// others stay on.
    pub without: &'static [Defence],
    /// Those of them that older kernels do not make strong enough to stop it alone.
    pub wall_needs: &'static [(Defence, WallNeed)],
    /// What must be there.
    pub needs: &'static [Need],
    /// What is expected with every defence on.
    pub with: Expectation,
    /// What is expected with those of `without` off.
    pub without_expectation: Expectation,
    /// Where the attack reaches its goal when there is no sandbox at all.
    pub alone: Alone,
    /// Why it cannot be shown to work on most hosts; empty where it can.
    pub rarely: &'static str,
}

/// What is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Family {
    /// The number of processes and threads.
    Processes,
    /// CPU time.
    CpuTime,
    /// Wall time and idle time.
    WallTime,
    /// Other processes, by signals.
    Signals,
    /// Other processes, by reaching into them.
    Tracing,
    /// Memory of the program and of the kernel.
    Memory,
    /// What `/proc` gives away.
    Proc,
    /// Files of the host.
    Secrets,
    /// Mounts and the root directory.
    Mounts,
    /// The cgroup.
    Cgroups,
    /// Rights: namespaces, capabilities, identities, administration.
    Privileges,
    /// A larger share of the machine.
    Priorities,
    /// Sockets.
    Network,
    /// Parts of the kernel that no contest program needs.
    Kernel,
    /// Ways around the filter of system calls.
    Entry,
    /// Standard output and standard error.
    Output,
    /// Files and arguments.
    Growth,
    /// Whoever copies results out.
    CopyOut,
    /// The next run.
    Leftovers,
    /// The terminal of the caller.
    Terminal,
}

/// How a careless caller takes a file out of the place where a program ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Copier {
    /// Opens it by its name and reads it.
    Reader,
    /// Moves it by its name, whatever it is.
    Mover,
    /// Looks first whether it is a regular file, and then opens it by its name; while the run goes on.
    Checker,
    /// `cp * RESULTS`, in a shell.
    Shell,
}

/// Where an attack reaches its goal when there is no sandbox at all. It is there for this crate's
/// own tests, and a warning to everybody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Alone {
    /// Anywhere, run by anybody. It leaves nothing and hurts nothing.
    Anyone,
    /// Anywhere, run by the real root; harmless too.
    Administrator,
    /// In namespaces of its own that are made for it. It may hurt the machine or stay behind if it
    /// is run without: some of these refuse to be.
    Namespaces,
    /// In a sandbox alone: it needs two runs of one, or a terminal, or a setting.
    Special,
}

/// A need whose value is wanted in a command line was given none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingNeed(
    /// The need without a value.
    pub Need,
);

impl fmt::Display for MissingNeed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "no value for {:?}", self.0)
    }
}

impl std::error::Error for MissingNeed {}

impl Attack {
    /// An attack that is refused with every defence on, and reaches its goal anywhere without.
    pub(crate) const fn new(
        family: Family,
        argv: &'static [&'static str],
        description: &'static str,
        without: &'static [Defence],
    ) -> Self {
        Self {
            name: argv[0],
            family,
            description,
            argv,
            before: None,
            copies: None,
            copier: Copier::Reader,
            without,
            wall_needs: &[],
            needs: &[],
            with: Expectation::Refused,
            without_expectation: Expectation::Reached,
            alone: Alone::Anyone,
            rarely: "",
        }
    }

    /// With a name that is not that of the program's attack.
    pub(crate) const fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// With needs.
    pub(crate) const fn needs(mut self, needs: &'static [Need]) -> Self {
        self.needs = needs;
        self
    }

    /// With defences that stop it alone on newer kernels only.
    pub(crate) const fn wall_needs(mut self, needs: &'static [(Defence, WallNeed)]) -> Self {
        self.wall_needs = needs;
        self
    }

    /// What the kernel must have for `defence` to stop it alone; `None` where any kernel will do.
    #[must_use]
    pub fn wall_need(&self, defence: Defence) -> Option<WallNeed> {
        self.wall_needs.iter().find(|(wall, _)| *wall == defence).map(|(_, need)| *need)
    }

    /// With another expectation of the run with every defence on.
    pub(crate) const fn with(mut self, expectation: Expectation) -> Self {
        self.with = expectation;
        self
    }

    /// With another expectation of the run without defences.
    pub(crate) const fn without_them(mut self, expectation: Expectation) -> Self {
        self.without_expectation = expectation;
        self
    }

    /// With another place where it succeeds without a sandbox.
    pub(crate) const fn alone(mut self, alone: Alone) -> Self {
        self.alone = alone;
        self
    }

    /// With a reason why most hosts cannot show it.
    pub(crate) const fn rarely(mut self, reason: &'static str) -> Self {
        self.rarely = reason;
        self
    }

    /// With a run before it.
    pub(crate) const fn after(mut self, argv: &'static [&'static str]) -> Self {
        self.before = Some(argv);
        self.with = Expectation::NotFound;
        self.alone = Alone::Namespaces;
        self
    }

    /// With another careless caller.
    pub(crate) const fn taken_by(mut self, copier: Copier) -> Self {
        self.copier = copier;
        self
    }

    /// With a file that is copied out.
    pub(crate) const fn copies(mut self, path: &'static str) -> Self {
        self.copies = Some(path);
        self
    }

    /// The arguments for the attack program (after its own name), with the values of needs filled
    /// in.
    ///
    /// # Errors
    /// [`MissingNeed`] when `value` has none for a need that the arguments name.
    pub fn command_line(
        &self,
        value: impl Fn(Need) -> Option<String>,
    ) -> Result<Vec<String>, MissingNeed> {
        self.fill(self.argv, value)
    }

    /// The same for [`Attack::before`]; empty where there is no such run.
    ///
    /// # Errors
    /// [`MissingNeed`] when `value` has none for a need that the arguments name.
    pub fn command_line_before(
        &self,
        value: impl Fn(Need) -> Option<String>,
    ) -> Result<Vec<String>, MissingNeed> {
        self.fill(self.before.unwrap_or(&[]), value)
    }

    fn fill(
        &self,
        words: &[&str],
        value: impl Fn(Need) -> Option<String>,
    ) -> Result<Vec<String>, MissingNeed> {
        let need_of = |word: &str| {
            self.needs.iter().copied().find(|need| need.placeholder().is_some_and(|it| it == word))
        };
        words
            .iter()
            .map(|word| match need_of(word) {
                Some(need) => value(need).ok_or(MissingNeed(need)),
                None => Ok((*word).to_owned()),
            })
            .collect()
    }
}
