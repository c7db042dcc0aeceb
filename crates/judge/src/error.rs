//! What keeps a submission from getting a verdict. Never the program's fault.

use std::time::Duration;

use rustix::io::Errno;
use sandglass_languages::LanguageError;
use sandglass_package::PackageError;

use crate::checker::OptionsError;
use crate::helper::HelperFault;

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// The package is wrong, or cannot be read.
    #[error(transparent)]
    Package(#[from] PackageError),
    /// A test gives the default validator arguments that it does not have.
    #[error("test {test}: key output_validator_args: {source}")]
    ValidatorArguments {
        /// The test.
        test: String,
        /// What is wrong.
        source: OptionsError,
    },
    /// The package leaves the time limit open.
    #[error("problem.yaml: key limits.time_limit: it is missing, and none was given to the judge")]
    NoTimeLimit,
    /// A language's file is wrong.
    #[error(transparent)]
    Language(#[from] LanguageError),
    /// This host lacks what a language is compiled with: nobody's submission is worse for it.
    #[error("cannot judge {language}: there is no {path} on this host")]
    NotInstalled {
        /// The language.
        language: String,
        /// What there is not.
        path: String,
        /// How to get it, where a package of the distribution has it.
        hint: Option<String>,
    },
    /// A program of the package failed.
    #[error(transparent)]
    Helper(#[from] HelperFault),
    /// We failed.
    #[error(transparent)]
    Infrastructure(#[from] Infrastructure),
}

/// Whose fault an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The setter's.
    Problem,
    /// Ours, or the host's. Judging again may help.
    Infrastructure,
}

/// A failure of ours.
#[derive(Debug, thiserror::Error)]
#[error("cannot {step}: {reason}")]
pub struct Infrastructure {
    /// What was tried.
    pub step: String,
    /// Why it failed.
    pub reason: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl JudgeError {
    /// Whose fault it is.
    pub fn family(&self) -> Family {
        match self {
            JudgeError::Package(PackageError::Read { source, .. }) if of_host(source).is_some() => {
                Family::Infrastructure
            }
            JudgeError::Package(_)
            | JudgeError::Helper(_)
            | JudgeError::ValidatorArguments { .. }
            | JudgeError::NoTimeLimit => Family::Problem,
            JudgeError::Language(_)
            | JudgeError::NotInstalled { .. }
            | JudgeError::Infrastructure(_) => Family::Infrastructure,
        }
    }

    /// The message with those of its causes that it does not show by itself.
    pub fn words(&self) -> String {
        let mut words = self.to_string();
        let mut source = std::error::Error::source(self);
        while let Some(cause) = source {
            let text = cause.to_string();
            if !words.contains(&text) {
                words = format!("{words}: {text}");
            }
            source = cause.source();
        }
        words
    }

    /// What to do about it, where we know.
    pub fn hint(&self) -> Option<&str> {
        match self {
            JudgeError::Infrastructure(failure) => failure.hint.as_deref(),
            JudgeError::NotInstalled { hint, .. } => hint.as_deref(),
            JudgeError::Package(PackageError::Read { source, .. }) => of_host(source),
            JudgeError::NoTimeLimit => Some("set limits.time_limit, or pass --time-limit"),
            _ => None,
        }
    }

    /// A failure of the sandbox.
    pub(crate) fn sandbox(step: impl Into<String>, error: &sandglass_sandbox::Error) -> JudgeError {
        Infrastructure { step: step.into(), reason: error.to_string(), hint: error.hint() }.into()
    }

    /// A run that came to its wall limit while the judge itself was kept from serving it.
    pub(crate) fn starved(step: impl Into<String>, waited: Duration) -> JudgeError {
        let reason = format!(
            "it reached its wall limit while the judge itself waited {waited:.1?} for a CPU"
        );
        let hint = Some("judge again while less else runs, or on fewer lanes".to_owned());
        Infrastructure { step: step.into(), reason, hint }.into()
    }

    /// A failure of a system call of the judge's own.
    pub(crate) fn system(step: impl Into<String>, reason: impl std::fmt::Display) -> JudgeError {
        Infrastructure { step: step.into(), reason: reason.to_string(), hint: None }.into()
    }
}

/// What to do about a file that cannot be read because of the host, and not because of what it is.
fn of_host(error: &std::io::Error) -> Option<&'static str> {
    match Errno::from_io_error(error)? {
        Errno::MFILE => Some("raise the limit of open files, as with `ulimit -n 1024`"),
        Errno::NFILE => Some("the host has too many open files: raise fs.file-max"),
        Errno::NOMEM | Errno::NOBUFS => Some("the host has no memory left for it: try again"),
        Errno::IO | Errno::STALE => Some("the disk or its server does not answer: see `dmesg`"),
        _ => None,
    }
}

/// Does something, and once more where we failed. What the program or the package did is not
/// repeated: it would only be the same again. Returns the result and whether it took two attempts.
pub(crate) fn with_retry<T>(
    mut attempt: impl FnMut() -> Result<T, JudgeError>,
) -> Result<(T, bool), JudgeError> {
    match attempt() {
        Err(error) if error.family() == Family::Infrastructure => {
            attempt().map(|value| (value, true))
        }
        other => other.map(|value| (value, false)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempts(results: Vec<Result<u32, JudgeError>>) -> (Result<(u32, bool), String>, usize) {
        let mut results = results.into_iter();
        let mut count = 0;
        let result = with_retry(|| {
            count += 1;
            results.next().expect("no more attempts than that")
        });
        (result.map_err(|error| error.to_string()), count)
    }

    #[test]
    fn a_file_that_the_host_cannot_read_now_is_not_the_setters_fault() {
        let read = |errno: Errno| {
            let error = PackageError::Read { file: "a".to_owned(), source: errno.into() };
            JudgeError::from(error)
        };
        for errno in [Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::IO] {
            assert_eq!(read(errno).family(), Family::Infrastructure, "{errno}");
            assert!(read(errno).hint().is_some(), "{errno}");
            assert_eq!(attempts(vec![Err(read(errno)), Ok(2)]), (Ok((2, true)), 2));
        }
        for errno in [Errno::NOENT, Errno::ACCESS, Errno::ISDIR] {
            assert_eq!(read(errno).family(), Family::Problem, "{errno}");
            assert_eq!(read(errno).hint(), None);
        }
    }

    #[test]
    fn only_our_own_failures_are_tried_again_and_only_once() {
        let ours = || Err(JudgeError::system("try", "broken"));
        assert_eq!(attempts(vec![Ok(1)]), (Ok((1, false)), 1));
        assert_eq!(attempts(vec![ours(), Ok(2)]), (Ok((2, true)), 2));
        assert_eq!(attempts(vec![ours(), ours()]), (Err("cannot try: broken".into()), 2));
        assert_eq!(attempts(vec![Err(JudgeError::NoTimeLimit)]).1, 1);
    }
}
