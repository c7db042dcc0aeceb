//! Which ways to the other side a language's generated code knows (docs/idl/protocol.md, Transports).
//! All of them use pipes, named and inherited.

use super::Language;

/// Codes of languages whose programs share memory with the other side.
const SHARE_MEMORY: &[&str] = &["c", "cpp", "python3", "java", "go", "rust", "csharp", "pascal"];

impl Language {
    /// Whether its programs share memory with the other side.
    pub fn shares_memory(&self) -> bool {
        SHARE_MEMORY.contains(&self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::SHARE_MEMORY;
    use crate::LANGUAGES;

    #[test]
    fn they_are_languages() {
        for code in SHARE_MEMORY {
            assert!(LANGUAGES.iter().any(|language| language.code == *code), "{code}");
        }
    }
}
