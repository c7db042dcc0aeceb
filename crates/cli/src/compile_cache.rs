//! The options of every command that compiles: whether and where compilations are kept.

use std::path::PathBuf;

use sandglass_judge::{CompileCache, Judge};

use crate::failure::Failure;
use crate::print::say;
use crate::value;

/// Whether and where compilations are kept.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Compilations")]
pub(crate) struct CacheArguments {
    /// Compile anew, and keep nothing
    #[arg(long, conflicts_with_all = ["cache", "cache_size"])]
    no_cache: bool,
    /// Directory of compiled programs, private to this user [default: $XDG_CACHE_HOME/sandglass/compile]
    #[arg(long, value_name = "DIRECTORY")]
    cache: Option<PathBuf>,
    /// What they may take together; those used longest ago are removed
    #[arg(long, value_name = "SIZE", value_parser = value::size, default_value = "1GiB")]
    cache_size: u64,
}

impl CacheArguments {
    /// The judge with its cache.
    pub(crate) fn apply(&self, judge: Judge) -> Result<Judge, Failure> {
        Ok(match self.open()? {
            Some(cache) => judge.with_cache(cache),
            None => judge,
        })
    }

    /// The cache. One that was named and cannot be used is a failure; the usual one only makes judging
    /// slower, so without it there is a word on stderr.
    pub(crate) fn open(&self) -> Result<Option<CompileCache>, Failure> {
        if self.no_cache {
            return Ok(None);
        }
        let usual = || CompileCache::usual_directory();
        let Some(directory) = self.cache.clone().or_else(usual) else { return Ok(None) };
        match CompileCache::open(&directory, self.cache_size) {
            Ok(cache) => Ok(Some(cache)),
            Err(error) if self.cache.is_some() => Err(Failure::usage(error.to_string())
                .hint("name a directory of your own with mode 0700, or pass --no-cache")),
            Err(error) => {
                say!("sandglass: {error}; compiling without it");
                say!("  hint: make it yours with mode 0700, or pass --no-cache");
                Ok(None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sandglass_judge::USUAL_CACHE_BYTES;

    use crate::value;

    #[test]
    fn the_default_that_the_help_shows_is_the_usual_size() {
        assert_eq!(value::size("1GiB"), Ok(USUAL_CACHE_BYTES));
    }
}
