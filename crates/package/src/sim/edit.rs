//! Changing a Simfile or Sipfile, with its comments and its order.

use std::ops::Range;

use super::config_file::{ConfigFile, escape};
use super::{SIMFILE, SIPFILE};
use crate::error::PackageError;

/// The text of a Simfile with this array in place of the one that counts, or behind everything.
///
/// # Errors
/// [`PackageError::Syntax`].
pub(crate) fn replace_array(
    text: &str,
    key: &str,
    entries: &[String],
) -> Result<String, PackageError> {
    let mut array = "[\n".to_owned();
    for entry in entries {
        array.push_str(&format!("\t{}\n", escape(entry)));
    }
    array.push(']');
    replace(SIMFILE, text, key, &array)
}

/// The text of a Sipfile with this seed.
///
/// # Errors
/// [`PackageError::Syntax`].
pub(crate) fn replace_seed(text: &str, seed: u64) -> Result<String, PackageError> {
    replace(SIPFILE, text, "base_seed", &seed.to_string())
}

/// The entries of an array of a Simfile; `None` where it has none of this name.
///
/// # Errors
/// [`PackageError::Syntax`], and [`PackageError::Key`] where it is no array.
pub(crate) fn array(text: &str, key: &str) -> Result<Option<Vec<String>>, PackageError> {
    ConfigFile::parse(SIMFILE, text)?.array(key)
}

fn replace(file: &'static str, text: &str, key: &str, value: &str) -> Result<String, PackageError> {
    let place: Option<Range<usize>> = ConfigFile::parse(file, text)?.place(key);
    let (before, after) = match place {
        Some(place) => {
            // The space behind a text is not the text's.
            let old = text[place.clone()].trim_end();
            (&text[..place.start], &text[place.start + old.len()..])
        }
        None => (text, "\n"),
    };
    let gap = if place_is_new(before) { "\n" } else { "" };
    Ok(format!("{before}{gap}{key}: {value}{after}"))
}

fn place_is_new(before: &str) -> bool {
    !before.is_empty() && !before.ends_with('\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let entries = ["a 1".to_owned(), "b 2.5 64".to_owned()];
        assert_eq!(replace_array(text, "limits", &entries).unwrap(), expected);
    }

    #[test]
    fn an_array_is_replaced_where_it_counts() {
        const NEW: &str = "limits: [\n\ta 1\n\tb 2.5 64\n]";
        check("name: x # y\n", &format!("name: x # y\n{NEW}\n"));
        check("name: x", &format!("name: x\n{NEW}\n"));
        let old = "# first\nlimits: [a 3]\nname: x\nlimits = [\n a 4 # slow\n] # all\nlabel: y\n";
        let new = format!("# first\nlimits: [a 3]\nname: x\n{NEW} # all\nlabel: y\n");
        check(old, &new);
    }

    #[test]
    fn a_seed_is_replaced_or_added() {
        assert_eq!(replace_seed("gen: [] # x\n", 5).unwrap(), "gen: [] # x\nbase_seed: 5\n");
        let old = "base_seed: 1\nbase_seed = 2 # old\nstatic: []\n";
        let new = "base_seed: 1\nbase_seed: 77 # old\nstatic: []\n";
        assert_eq!(replace_seed(old, 77).unwrap(), new);
    }
}
