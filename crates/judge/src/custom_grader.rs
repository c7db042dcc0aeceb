//! Graders of a package's own (`legacy`, `grading: custom`): from the results of a group's parts to the
//! group's.
//!
//! A grader reads a line a part, a verdict and points, and writes one such line. It knows fewer
//! verdicts than we do; where its answer is what one of the parts is called, it is that part's.

use sandglass_package::Package;

use crate::error::{Family, JudgeError};
use crate::helper::{Helper, HelperRun};
use crate::judge::Judge;
use crate::programs::helper_limits;
use crate::score::Grade;
use crate::scratch::SharedFile;
use crate::verdict::Verdict;

/// What the format calls a verdict; `None` is a judge error.
fn code(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        None => "JE",
        Some(Verdict::Accepted) => "AC",
        Some(Verdict::WrongAnswer) => "WA",
        Some(Verdict::TimeLimitExceeded) => "TLE",
        Some(
            Verdict::RunTimeError
            | Verdict::MemoryLimitExceeded
            | Verdict::OutputLimitExceeded
            | Verdict::PolicyViolation
            | Verdict::CompileError,
        ) => "RTE",
    }
}

/// What a grader reads.
fn lines(parts: &[Grade]) -> String {
    parts.iter().map(|part| format!("{} {}\n", code(part.verdict), part.score)).collect()
}

/// What a grader wrote.
fn read(text: &str, parts: &[Grade]) -> Result<Grade, String> {
    let wrong = || {
        let shown: String = text.trim().chars().take(60).collect();
        format!("it wrote {shown:?}, and not a verdict (AC, WA, RTE, TLE, JE) and points")
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let [name, score] = words[..] else { return Err(wrong()) };
    let score: f64 = score.parse().ok().filter(|it: &f64| it.is_finite()).ok_or_else(wrong)?;
    let of_part = parts.iter().find(|part| code(part.verdict) == name);
    let verdict = match (of_part, name) {
        (Some(part), _) => part.verdict,
        (None, "JE") => None,
        (None, "AC") => Some(Verdict::Accepted),
        (None, "WA") => Some(Verdict::WrongAnswer),
        (None, "RTE") => Some(Verdict::RunTimeError),
        (None, "TLE") => Some(Verdict::TimeLimitExceeded),
        _ => return Err(wrong()),
    };
    Ok(Grade { verdict, score })
}

/// A package's grader, compiled when it is first asked.
pub(crate) struct Grader<'a> {
    judge: &'a Judge,
    package: &'a Package,
    ready: Option<Helper>,
    /// A failure of ours, which is nobody's grade.
    pub(crate) failure: Option<JudgeError>,
}

impl<'a> Grader<'a> {
    pub(crate) fn new(judge: &'a Judge, package: &'a Package) -> Grader<'a> {
        Grader { judge, package, ready: None, failure: None }
    }

    /// The grade of a group. `Err` is the grader's fault in words, or a stand-in for [`Self::failure`].
    pub(crate) fn grade(&mut self, flags: &[String], parts: &[Grade]) -> Result<Grade, String> {
        self.ask(flags, parts).map_err(|error| {
            let words = error.words();
            if error.family() == Family::Infrastructure {
                self.failure.get_or_insert(error);
            }
            words
        })
    }

    fn ask(&mut self, flags: &[String], parts: &[Grade]) -> Result<Grade, JudgeError> {
        if self.ready.is_none() {
            let program = self.package.grader.as_ref().ok_or_else(|| {
                crate::make::fault("grader", None, "the package has none".to_owned())
            })?;
            self.ready = Some(self.judge.helper(self.package, "grader", program)?);
        }
        let Some(helper) = &self.ready else {
            return Err(JudgeError::system("run a grader", "it is lost"));
        };
        let input = SharedFile::copy(lines(parts).as_bytes())
            .map_err(|error| JudgeError::system("keep what a grader reads", error))?;
        let mut run = HelperRun::new(helper, helper_limits(self.package));
        run.arguments = flags.to_vec();
        let end = self.judge.ask(&mut run, Some(&input))?;
        let fault = |reason: String| JudgeError::from(run.fault(None, reason, &end));
        match end.exit_code {
            Some(0) => read(&String::from_utf8_lossy(&end.stdout), parts).map_err(fault),
            Some(code) => Err(fault(format!("it exited with {code}, and not with 0"))),
            None => Err(fault(end.reason.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> [Grade; 3] {
        let grade = |verdict, score| Grade { verdict, score };
        [
            grade(Some(Verdict::Accepted), 12.5),
            grade(Some(Verdict::MemoryLimitExceeded), 0.0),
            grade(None, 1.0),
        ]
    }

    #[test]
    fn a_grader_reads_a_line_a_part() {
        assert_eq!(lines(&parts()), "AC 12.5\nRTE 0\nJE 1\n");
    }

    #[test]
    fn an_answer_is_a_verdict_and_points() {
        let ok = |text: &str| read(text, &parts()).map(|grade| (grade.verdict, grade.score));
        assert_eq!(ok("AC 40\n"), Ok((Some(Verdict::Accepted), 40.0)));
        assert_eq!(ok("RTE 0"), Ok((Some(Verdict::MemoryLimitExceeded), 0.0)));
        assert_eq!(ok(" WA\t-1.5 \n"), Ok((Some(Verdict::WrongAnswer), -1.5)));
        assert_eq!(ok("JE 0"), Ok((None, 0.0)));
        for wrong in ["", "AC", "40 AC", "ac 1", "AC 1 2", "AC much", "AC inf", "OLE 0"] {
            assert!(ok(wrong).is_err(), "{wrong}");
        }
    }
}
