//! Expectations as `submissions.yaml` has them.

use std::collections::BTreeSet;

use super::{Expectation, TestClass, TimeLimitUse, set};
use crate::error::PackageError;
use crate::keys::Keys;
use crate::yaml::Value;
impl Expectation {
    /// Reads `permitted` and `required`; a key that is absent keeps the value of `base`. `None`
    /// where nothing is required and there is no base.
    pub(crate) fn read(
        keys: &mut Keys,
        tests: Option<&str>,
        base: Option<&Expectation>,
    ) -> Result<Option<Expectation>, PackageError> {
        let permitted = classes(keys, "permitted")?;
        let required = classes(keys, "required")?;
        let score = score(keys)?;
        let message = keys.string("message")?;
        let use_for_time_limit = time_limit_use(keys)?;
        let given = permitted.is_some() || required.is_some();
        let more = score.is_some() || message.is_some() || use_for_time_limit.is_some();
        if !given && !more && base.is_none() {
            return Ok(None);
        }
        let or_base = |given: Option<BTreeSet<TestClass>>,
                       of_base: fn(&Expectation) -> &BTreeSet<TestClass>| {
            given.unwrap_or_else(|| {
                base.map_or_else(|| set(&TestClass::ALL), |base| of_base(base).clone())
            })
        };
        Ok(Some(Expectation {
            tests: tests.map(str::to_owned),
            permitted: or_base(permitted, |base| &base.permitted),
            required: or_base(required, |base| &base.required),
            score,
            message,
            use_for_time_limit,
            ..Expectation::default()
        }))
    }
}

fn score(keys: &mut Keys) -> Result<Option<(f64, f64)>, PackageError> {
    match keys.value("score") {
        Some(Value::Sequence(ends)) => {
            let ends: Vec<f64> = ends.iter().filter_map(Value::number).collect();
            match ends[..] {
                [least, most] if least <= most => Ok(Some((least, most))),
                _ => Err(keys.error("score", "it must be a number, or two of them in order")),
            }
        }
        _ => Ok(keys.number("score")?.map(|score| (score, score))),
    }
}

fn time_limit_use(keys: &mut Keys) -> Result<Option<TimeLimitUse>, PackageError> {
    const KEY: &str = "use_for_time_limit";
    match keys.value(KEY) {
        None | Some(Value::Boolean(true)) => Ok(None),
        Some(Value::Boolean(false)) => Ok(Some(TimeLimitUse::None)),
        Some(Value::Text(text)) if text == "lower" => Ok(Some(TimeLimitUse::Lower)),
        Some(Value::Text(text)) if text == "upper" => Ok(Some(TimeLimitUse::Upper)),
        Some(_) => Err(keys.error(KEY, "it must be true, false, lower or upper")),
    }
}

fn classes(keys: &mut Keys, key: &str) -> Result<Option<BTreeSet<TestClass>>, PackageError> {
    let Some(codes) = keys.strings(key, false)? else {
        return Ok(None);
    };
    let class = |code: &String| {
        let found = TestClass::ALL.into_iter().find(|class| class.code() == code);
        found.ok_or_else(|| keys.error(key, format!("{code:?} is none of AC, WA, TLE, RTE")))
    };
    codes.iter().map(class).collect::<Result<_, _>>().map(Some)
}
