//! Names in a target language: what is taken gets underscores at its end, one after the other until
//! the name is free. No name of a file ends with one, so an escaped name clashes with no other.

use std::collections::{HashMap, HashSet};

/// How a language treats names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Naming {
    /// Words that are taken, separated by spaces.
    pub(super) keywords: &'static str,
    /// Whether names that differ in case alone are the same.
    pub(super) folds_case: bool,
}

/// The names of one scope.
#[derive(Clone, Debug)]
pub(super) struct Scope<'a> {
    naming: Naming,
    /// What is taken, folded.
    taken: HashSet<String>,
    outer: Option<&'a Scope<'a>>,
    given: HashMap<String, String>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(naming: Naming) -> Scope<'a> {
        let mut scope = Scope { naming, taken: HashSet::new(), outer: None, given: HashMap::new() };
        for word in naming.keywords.split_whitespace() {
            scope.taken.insert(scope.fold(word));
        }
        scope
    }

    /// A scope inside of this one: what is taken outside is taken inside.
    pub(super) fn inner(&'a self) -> Scope<'a> {
        Scope {
            naming: self.naming,
            taken: HashSet::new(),
            outer: Some(self),
            given: HashMap::new(),
        }
    }

    /// Takes a name, and gives what it is called here.
    pub(super) fn take(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        // Generated code keeps names that begin so, and end with a letter, for itself.
        if name.to_ascii_lowercase().starts_with("sandglass") {
            free.push('_');
        }
        while self.is_taken(&free) {
            free.push('_');
        }
        self.taken.insert(self.fold(&free));
        self.given.insert(name.to_owned(), free.clone());
        free
    }

    /// What a name that was taken is called here.
    pub(super) fn name(&self, name: &str) -> String {
        match self.given.get(name) {
            Some(given) => given.clone(),
            None => self.outer.map_or_else(|| name.to_owned(), |outer| outer.name(name)),
        }
    }

    fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(&self.fold(name))
            || self.outer.is_some_and(|outer| outer.is_taken(name))
    }

    fn fold(&self, name: &str) -> String {
        if self.naming.folds_case { name.to_ascii_lowercase() } else { name.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_names_get_underscores_until_they_are_free() {
        let mut outer = Scope::new(Naming { keywords: "end begin", folds_case: true });
        assert_eq!(outer.take("f"), "f");
        let mut inner = outer.inner();
        assert_eq!(inner.take("End"), "End_");
        assert_eq!(inner.take("n"), "n");
        assert_eq!(inner.take("N"), "N_");
        assert_eq!(inner.take("F"), "F_");
        assert_eq!(inner.take("sandglass_w"), "sandglass_w_");
        assert_eq!((inner.name("N"), inner.name("f")), ("N_".to_owned(), "f".to_owned()));
    }
}
