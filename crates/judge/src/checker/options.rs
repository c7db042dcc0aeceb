//! Arguments of the default validator.

/// How the default validator compares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValidatorOptions {
    /// Upper and lower case are different letters.
    pub case_sensitive: bool,
    /// White space must be the same, byte for byte.
    pub space_change_sensitive: bool,
    /// Numbers may differ by this much of the answer.
    pub relative_tolerance: Option<f64>,
    /// Numbers may differ by this much.
    pub absolute_tolerance: Option<f64>,
}

/// Why arguments are none of the default validator's. The problem's fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// No such argument.
    #[error("the default validator has no argument {argument:?}")]
    Unknown {
        /// What was given.
        argument: String,
    },
    /// A tolerance without a number that is at least 0.
    #[error(
        "{argument} must be followed by a number that is at least 0, and is followed by {value:?}"
    )]
    Tolerance {
        /// The argument.
        argument: String,
        /// What came after it.
        value: String,
    },
    /// A tolerance that is set twice, by whatever name.
    #[error("{argument} sets a tolerance that is already set")]
    Twice {
        /// The argument.
        argument: String,
    },
}

impl ValidatorOptions {
    /// Reads the arguments.
    ///
    /// # Errors
    /// [`OptionsError`].
    pub fn parse(arguments: &[String]) -> Result<ValidatorOptions, OptionsError> {
        let mut options = ValidatorOptions::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let (relative, absolute) = match argument.as_str() {
                "case_sensitive" => {
                    options.case_sensitive = true;
                    continue;
                }
                "space_change_sensitive" => {
                    options.space_change_sensitive = true;
                    continue;
                }
                "float_relative_tolerance" => (true, false),
                "float_absolute_tolerance" => (false, true),
                "float_tolerance" => (true, true),
                _ => return Err(OptionsError::Unknown { argument: argument.clone() }),
            };
            let value = arguments.next().map_or("", String::as_str);
            let tolerance = value
                .parse()
                .ok()
                .filter(|tolerance: &f64| tolerance.is_finite() && *tolerance >= 0.0);
            let Some(tolerance) = tolerance else {
                return Err(OptionsError::Tolerance {
                    argument: argument.clone(),
                    value: value.to_owned(),
                });
            };
            for (set, place) in [
                (relative, &mut options.relative_tolerance),
                (absolute, &mut options.absolute_tolerance),
            ] {
                if set && place.replace(tolerance).is_some() {
                    return Err(OptionsError::Twice { argument: argument.clone() });
                }
            }
        }
        Ok(options)
    }

    /// Whether any tolerance is set, and numbers are therefore compared as numbers.
    pub(crate) fn compares_numbers(&self) -> bool {
        self.relative_tolerance.is_some() || self.absolute_tolerance.is_some()
    }

    /// Whether a number is near enough to the answer's.
    pub(crate) fn accepts(&self, submitted: f64, answer: f64) -> bool {
        // Two equal infinities have no difference that could be compared.
        let difference = if submitted == answer { 0.0 } else { (submitted - answer).abs() };
        self.absolute_tolerance.is_some_and(|tolerance| difference <= tolerance)
            || self
                .relative_tolerance
                .is_some_and(|tolerance| difference <= tolerance * answer.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &str) -> Result<ValidatorOptions, String> {
        let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        ValidatorOptions::parse(&arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn every_argument() {
        let options =
            parse("case_sensitive float_relative_tolerance 1e-6 space_change_sensitive").unwrap();
        assert!(options.case_sensitive && options.space_change_sensitive);
        assert_eq!((options.relative_tolerance, options.absolute_tolerance), (Some(1e-6), None));
        let options = parse("float_tolerance 0").unwrap();
        assert_eq!(
            (options.relative_tolerance, options.absolute_tolerance),
            (Some(0.0), Some(0.0))
        );
    }

    #[test]
    fn wrong_arguments() {
        for (arguments, expected) in [
            ("case", "the default validator has no argument \"case\""),
            (
                "float_tolerance",
                "float_tolerance must be followed by a number that is at least 0, and is followed by \"\"",
            ),
            (
                "float_tolerance x",
                "float_tolerance must be followed by a number that is at least 0, and is followed by \"x\"",
            ),
            (
                "float_tolerance -1",
                "float_tolerance must be followed by a number that is at least 0, and is followed by \"-1\"",
            ),
            (
                "float_tolerance 1 float_absolute_tolerance 2",
                "float_absolute_tolerance sets a tolerance that is already set",
            ),
        ] {
            assert_eq!(parse(arguments).unwrap_err(), expected);
        }
    }
}
