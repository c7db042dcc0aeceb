//! Changing a Simfile or Sipfile, with its comments and its order.

use std::ops::Range;

use super::SIMFILE;
use super::config_file::{ConfigFile, escape};
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
    let place: Option<Range<usize>> = ConfigFile::parse(SIMFILE, text)?.place(key);
    let mut array = format!("{key}: [\n");
    for entry in entries {
        array.push_str(&format!("\t{}\n", escape(entry)));
    }
    array.push(']');
    let (before, after) = match place {
        Some(place) => (&text[..place.start], &text[place.end..]),
        None => (text, "\n"),
    };
    let gap = if place_is_new(before) { "\n" } else { "" };
    Ok(format!("{before}{gap}{array}{after}"))
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
}
