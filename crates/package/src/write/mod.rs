//! Packages written in another format, or in their own again.
//!
//! A conversion is a plan: which files the new package has, each made from the model or copied from
//! the old one, and what the target cannot carry ([`Loss`]). Nothing is written before the plan is
//! whole, and nothing is overwritten.

mod kattis;
mod kattis_data;
mod layout;
mod legacy;
mod legacy_data;
mod limits;
mod output;
mod plan;
mod programs;
mod sim;
mod submissions;
mod whole;

pub use output::WriteError;
pub use plan::{Conversion, Loss};

use crate::error::PackageError;
use crate::package::Package;

/// A format that packages can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// ICPC/Kattis `2025-09`.
    V2025_09,
    /// The same under its older name, for tools that know no other.
    Draft2023,
    /// ICPC/Kattis `legacy`.
    Legacy,
    /// Sim's Simfile.
    Sim,
}

impl Target {
    /// All of them.
    pub const ALL: [Target; 4] = [Target::V2025_09, Target::Draft2023, Target::Legacy, Target::Sim];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Target::V2025_09 => "2025-09",
            Target::Draft2023 => "2023-07-draft",
            Target::Legacy => "legacy",
            Target::Sim => "sim",
        }
    }
}

impl Package {
    /// Plans the package in a format.
    ///
    /// # Errors
    /// [`PackageError`] where files that have to be read for it cannot be.
    pub fn convert(&self, target: Target) -> Result<Conversion<'_>, PackageError> {
        self.tree().bound_listings();
        let conversion = match target {
            Target::V2025_09 | Target::Draft2023 => kattis::convert(self, target.name()),
            Target::Legacy => legacy::convert(self),
            Target::Sim => sim::convert(self),
        };
        self.tree().release_listings();
        conversion
    }
}
