//! Which ways to the other side a language's generated code knows (docs/idl/protocol.md, Transports).
//! All of them open pipes by their names.

use super::Language;

/// Codes of languages whose programs use descriptors that they inherit.
const INHERIT: &[&str] =
    &["c", "cpp", "python3", "java", "javascript", "go", "rust", "csharp", "pascal"];
/// Codes of languages whose programs share memory with the other side.
const SHARE_MEMORY: &[&str] = &["c", "cpp", "python3", "java", "go", "rust", "csharp", "pascal"];

impl Language {
    /// Whether its programs use pipes that they inherit.
    pub fn inherits(&self) -> bool {
        INHERIT.contains(&self.code)
    }

    /// Whether its programs share memory with the other side; those inherit too.
    pub fn shares_memory(&self) -> bool {
        SHARE_MEMORY.contains(&self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::{INHERIT, SHARE_MEMORY};
    use crate::LANGUAGES;

    #[test]
    fn they_are_languages_and_who_shares_inherits() {
        for code in INHERIT.iter().chain(SHARE_MEMORY) {
            assert!(LANGUAGES.iter().any(|language| language.code == *code), "{code}");
            assert!(INHERIT.contains(code), "{code}");
        }
    }
}
