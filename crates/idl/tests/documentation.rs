//! What the setter writes about a thing stands where the contestant reads about it, in every language.

use sandglass_idl::{LANGUAGES, check, generate, start};

const IDL: &str = "\
/// How many weighings there are.
const int MOST = 30;

/// Where a coin lies.
struct Place {
    /// Counted from the left edge.
    int column;
};

/// The scales.
interface Main {
    /**
     * Compares two coins <and> says which is \\heavier\\.
     */
    int weigh(
        /// The coin on the left pan.
        int left,
        int right);
};

/// Whoever looks for the coin.
interface expert {
    /// Finds the false coin & says \"done\"
    int find(
        /// All coins together.
        int n, Place first);
};
";

/// Words of each comment.
const WORDS: [&str; 7] = [
    "How many weighings",
    "Where a coin lies",
    "Counted from the left edge",
    "Compares two coins",
    "The coin on the left pan",
    "Finds the false coin",
    "All coins together",
];

#[test]
fn every_comment_reaches_the_generated_code_of_both_sides() {
    let model = check(IDL).model.expect("an interface without an error");
    let mut missing = Vec::new();
    for language in LANGUAGES {
        for role in [0, 1] {
            let files = generate(&model, "coins", language, role).expect("generated");
            let start = start(&model, "coins", language, role == 0).expect("generated");
            let text: String = files.into_iter().map(|file| file.text).collect();
            let text = format!("{text}{}", start.text);
            for words in WORDS.iter().filter(|words| !text.contains(**words)) {
                missing.push(format!("{} {role}: {words}", language.code));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}
