//! A language that Sandglass has never heard of: the example of the documentation.

use sandglass_judge::{Family, Judge, Options, Submission, Verdict, open_lanes};
use sandglass_languages::Languages;

use crate::support::{Test, alone, package, sources, weaker_too};

/// The first block of TOML in the documentation.
fn example() -> &'static str {
    let text = include_str!("../../../languages/data/README.md");
    let (_, after) = text.split_once("```toml\n").unwrap();
    after.split_once("```").unwrap().0
}

#[test]
fn a_file_in_a_directory_is_all_that_a_language_takes() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("awk.toml"), example()).unwrap();
    std::fs::write(folder.path().join("README"), "no language").unwrap();
    let mut languages = Languages::builtin().unwrap();
    languages.add_directory(folder.path()).unwrap();

    let test: Test = ("one", "3\n4\n".to_owned(), "7 128 awk");
    let (_folder, package) = package(&[test]);
    let judge = Judge::new(open_lanes(weaker_too, 1).unwrap(), languages);
    let judge_text = |text: &str| {
        let sources = sources(&[("sum.awk", text)]);
        // Told by the ending.
        let submission = Submission { sources: &sources, language: None, entry_point: None };
        judge.judge(&package, &submission, &Options::default(), &mut |_| {}).unwrap()
    };
    let report = judge_text("{ sum += $1 } END { print sum, limit, name }\n");
    // The check before the first test prints, and that is no verdict.
    assert_eq!(report.verdict.unwrap(), Verdict::Accepted, "{report:#?}");
    assert_eq!(report.language.as_deref(), Some("awk"));
    assert_eq!(judge_text("{ sum += \n").verdict.unwrap(), Verdict::CompileError);
}

#[test]
fn a_language_that_the_host_lacks_is_our_failure_and_names_the_package() {
    let _alone = alone();
    let text = "code = 'none'\nname = 'None'\nextensions = ['none']\n\
                programs.tool = { paths = ['/usr/bin/no-such-tool'], package = 'no-such-package' }\n\
                run.command = ['{tool}']\nversion.command = ['{tool}']\n";
    let mut languages = Languages::default();
    languages.add(sandglass_languages::Language::parse("none.toml", text).unwrap().remove(0));
    let (_folder, package) = package(&[("one", String::new(), "")]);
    let judge = Judge::new(open_lanes(weaker_too, 1).unwrap(), languages);
    let sources = sources(&[("a.none", "")]);
    let submission = Submission { sources: &sources, language: None, entry_point: None };
    let error = judge.judge(&package, &submission, &Options::default(), &mut |_| {}).unwrap_err();
    assert_eq!(error.family(), Family::Infrastructure, "{error}");
    assert!(error.to_string().contains("/usr/bin/no-such-tool"), "{error}");
    assert!(error.hint().unwrap().contains("no-such-package"), "{error}");
}
