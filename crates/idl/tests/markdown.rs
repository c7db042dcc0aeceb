//! The examples of the book are tests: each block of `idl` says by comments `//~ CODE` which lines are
//! refused or doubted, and nothing else may be.

use std::collections::BTreeSet;
use std::path::Path;

use sandglass_idl::{Code, check, format, parse, reports};

struct Block {
    place: String,
    text: String,
}

const REFERENCE: &str = "docs/idl/language.md";
const PAGES: &[&str] = &[REFERENCE, "docs/idl/libinteractive.md"];

fn blocks() -> Vec<Block> {
    PAGES.iter().flat_map(|page| blocks_of(page)).collect()
}

fn blocks_of(name: &str) -> Vec<Block> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let page = std::fs::read_to_string(path).expect("the page is there");
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        if let Some(mut block) = open.take() {
            if line == "```" {
                blocks.push(block);
            } else {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
        } else if line == "```idl" {
            let place = format!("{name}:{}", number + 2);
            open = Some(Block { place, text: String::new() });
        }
    }
    assert!(blocks.len() > if name == REFERENCE { 15 } else { 1 }, "{name} has lost its examples");
    blocks
}

/// Line and code of each comment `//~ CODE …`.
fn expected(text: &str) -> Vec<(usize, String)> {
    let mut expected = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let codes = line.split_once("//~").map_or("", |(_, codes)| codes);
        expected.extend(codes.split_whitespace().map(|code| (number + 1, code.to_owned())));
    }
    expected
}

#[test]
fn examples_are_refused_where_they_say_and_nowhere_else() {
    for block in blocks() {
        let checked = check(&block.text);
        let found: Vec<(usize, String)> = reports(&block.text, &checked.diagnostics)
            .iter()
            .map(|report| (report.line, report.code.to_owned()))
            .collect();
        assert_eq!(found, expected(&block.text), "{}\n{:#?}", block.place, checked.diagnostics);
        for diagnostic in &checked.diagnostics {
            assert!(
                diagnostic.help.is_some() || diagnostic.code == Code::Expected,
                "{diagnostic:?}"
            );
        }
    }
}

#[test]
fn every_code_has_an_example() {
    let shown: BTreeSet<String> =
        blocks().iter().flat_map(|block| expected(&block.text)).map(|(_, code)| code).collect();
    let codes: BTreeSet<String> = Code::ALL.iter().map(|code| code.name().to_owned()).collect();
    assert_eq!(codes.len(), Code::ALL.len(), "two codes are the same");
    assert_eq!(shown, codes);
}

#[test]
fn examples_keep_their_meaning_when_formatted() {
    for block in blocks() {
        let parse_once = parse(&block.text);
        if !parse_once.errors.is_empty() {
            continue;
        }
        let once = format(&block.text, &parse_once);
        let parse_twice = parse(&once);
        assert_eq!(format(&once, &parse_twice), once, "{}", block.place);
        assert_eq!(check(&once).model, check(&block.text).model, "{}", block.place);
    }
}
