//! Texts of a package, and the constants in them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::error::PackageError;
use crate::keys::Keys;
use crate::tree::Tree;
use crate::yaml;

/// Bytes of a text that is read as a whole, at most.
pub(crate) const LARGEST_TEXT: u64 = 1 << 20;

/// `constants` of `problem.yaml`: names and what stands for them.
pub(crate) type Constants = BTreeMap<String, String>;

/// Reads a text of the package.
pub(crate) fn read_text(tree: &Tree, file: &str) -> Result<String, PackageError> {
    let wrong =
        |message: &str| PackageError::Yaml { file: file.to_owned(), message: message.to_owned() };
    String::from_utf8(tree.read(file, LARGEST_TEXT)?).map_err(|_| wrong("it is not UTF-8"))
}

/// Reads a YAML file that holds a map.
pub(crate) fn read_keys(
    tree: &Tree,
    file: &str,
    constants: &Constants,
) -> Result<Keys, PackageError> {
    let text = read_text(tree, file)?;
    let text = String::from_utf8_lossy(&substitute(text.as_bytes(), constants)).into_owned();
    let document = yaml::parse(&text)
        .map_err(|message| PackageError::Yaml { file: file.to_owned(), message })?;
    Keys::of_document(file, document)
}

/// Replaces `{{name}}` by the value of the constant; a name that is none stays as it is.
pub(crate) fn substitute<'a>(content: &'a [u8], constants: &Constants) -> Cow<'a, [u8]> {
    if constants.is_empty() {
        return Cow::Borrowed(content);
    }
    let mut result = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some(start) = find(rest, b"{{") {
        let (before, tag) = rest.split_at(start);
        result.extend_from_slice(before);
        let length =
            tag[2..].iter().take_while(|byte| is_of_name(**byte) || **byte == b'.').count();
        let (name, after) = tag[2..].split_at(length);
        let value = std::str::from_utf8(name).ok().and_then(|name| constants.get(name));
        let value = value.filter(|_| after.starts_with(b"}}")).map(|value| (value, length + 4));
        let taken = match value {
            Some((value, end)) => {
                result.extend_from_slice(value.as_bytes());
                end
            }
            // One brace on, so that in `{{{name}}}` the inner tag is still found.
            None => {
                result.push(b'{');
                1
            }
        };
        rest = &tag[taken..];
    }
    result.extend_from_slice(rest);
    Cow::Owned(result)
}

/// `[a-zA-Z0-9_]`, of which the format makes the names of constants.
pub(super) fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn find(text: &[u8], pattern: &[u8]) -> Option<usize> {
    text.windows(pattern.len()).position(|window| window == pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_stand_for_their_values() {
        let constants: Constants = [("max_n", "100"), ("x", "{{y}}"), ("max_n.word", "hundred")]
            .map(|(a, b)| (a.into(), b.into()))
            .into();
        let check = |text: &str, expected: &str| {
            let found = substitute(text.as_bytes(), &constants);
            assert_eq!(String::from_utf8_lossy(&found), expected, "{text}");
        };
        check("int a[{{max_n}}];", "int a[100];");
        check("{{max_n}}{{max_n}}", "100100");
        check("{{unknown}} {{ max_n }} {{max_n", "{{unknown}} {{ max_n }} {{max_n");
        check("{{{max_n}}}", "{100}");
        check("{{x}}", "{{y}}");
        check("{{max_n.word}} {{max_n.roman}}", "hundred {{max_n.roman}}");
        check("{{a}} {{max_n}}", "{{a}} 100");
    }

    #[test]
    fn many_open_tags_take_no_longer_than_their_length() {
        let text = "{{".repeat(20_000);
        let constants: Constants = [("a".to_owned(), "b".to_owned())].into();
        assert_eq!(substitute(text.as_bytes(), &constants).len(), text.len());
    }
}
