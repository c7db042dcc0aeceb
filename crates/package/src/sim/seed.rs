//! Seeds that Sip gives its generators.

/// The seed of a test: a polynomial hash of its name, mixed with the package's seed, so that a test
/// keeps its content when others come and go. Sip's formula: from the last letter to the first,
/// `hash * 257 + letter`, modulo 71 777 214 294 589 669.
pub(super) fn of_test(name: &str, base: u64) -> u64 {
    const MODULUS: u128 = 71_777_214_294_589_669;
    let hash = name
        .bytes()
        .rev()
        .fold(0, |hash: u128, letter| (hash * 257 + u128::from(letter)) % MODULUS);
    hash as u64 ^ base
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_depend_on_name_and_base_alone() {
        assert_eq!(of_test("", 7), 7);
        assert_eq!(of_test("a", 0), 97);
        assert_eq!(of_test("ab", 0), 98 * 257 + 97);
        assert_eq!(of_test("ab", 1), (98 * 257 + 97) ^ 1);
        assert_ne!(of_test("abcdefghij1a", 0), of_test("abcdefghij1b", 0));
    }
}
