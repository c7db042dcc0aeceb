//! Names in a target language: what is taken gets underscores at its end, one after the other until
//! the name is free. No name of a file ends with one, so an escaped name clashes with no other. Where
//! the language can write its keywords as names, it does.

use std::collections::{HashMap, HashSet};

/// How a language treats names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Naming {
    /// Words that are taken, separated by spaces.
    pub(super) keywords: &'static str,
    /// Whether names that differ in case alone are the same.
    pub(super) folds_case: bool,
    /// What makes a name of a keyword, and the keywords that it makes names of.
    pub(super) raw: Option<(&'static str, &'static str)>,
}

impl Naming {
    /// A name as it is compared; keywords are compared with it in small letters.
    fn fold(&self, name: &str) -> String {
        if self.folds_case { name.to_ascii_lowercase() } else { name.to_owned() }
    }

    /// A name as it stands in sources.
    fn written(&self, name: String) -> String {
        match self.raw {
            Some((mark, words))
                if words.split_whitespace().any(|word| word == self.fold(&name)) =>
            {
                format!("{mark}{name}")
            }
            _ => name,
        }
    }
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
        let free = self.naming.written(free);
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
        self.naming.fold(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_names_get_underscores_until_they_are_free() {
        let mut outer = Scope::new(Naming { keywords: "end begin", folds_case: true, raw: None });
        assert_eq!(outer.take("f"), "f");
        let mut inner = outer.inner();
        assert_eq!(inner.take("End"), "End_");
        assert_eq!(inner.take("n"), "n");
        assert_eq!(inner.take("N"), "N_");
        assert_eq!(inner.take("F"), "F_");
        assert_eq!(inner.take("sandglass_w"), "sandglass_w_");
        assert_eq!((inner.name("N"), inner.name("f")), ("N_".to_owned(), "f".to_owned()));
    }

    #[test]
    fn keywords_are_names_where_the_language_can_write_them_so() {
        let raw = Some(("r#", "type fn"));
        let mut outer = Scope::new(Naming { keywords: "self", folds_case: false, raw });
        assert_eq!((outer.take("type"), outer.take("self")), ("r#type".into(), "self_".into()));
        let mut inner = outer.inner();
        assert_eq!((inner.take("type"), inner.take("fn")), ("type_".into(), "r#fn".into()));
        assert_eq!(inner.name("fn"), "r#fn");
    }
}
