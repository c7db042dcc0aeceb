//! Where results go: lines as they come, one JSON object, one page.

use std::io::Write;
use std::path::Path;

use sandglass_judge::{Entry, Session, session_page};

use super::table::{self, Table};
use crate::failure::Failure;
use crate::print;
use crate::results;

/// Standard output while submissions are judged.
pub(super) struct Printer {
    json: bool,
    /// For several submissions, each a line of one table.
    table: Option<Table>,
    head_printed: bool,
}

impl Printer {
    /// `names` is the length of each submission's name.
    pub(super) fn new(json: bool, names: &[usize], scoring: bool) -> Printer {
        let width = names.iter().copied().max().filter(|_| names.len() > 1);
        Printer { json, table: width.map(|width| Table::new(width, scoring)), head_printed: false }
    }

    pub(super) fn print(&mut self, entry: &Entry) -> Result<(), Failure> {
        let Entry::Judged(judged) = entry else { return Ok(()) };
        if self.json {
            return Ok(());
        }
        let text = match &self.table {
            // The head comes with the first line, so that a failure before it leaves no bare head.
            Some(table) if !self.head_printed => {
                self.head_printed = true;
                format!("{}\n{}", table.head(), table.line(judged))
            }
            Some(table) => table.line(judged),
            None => table::one(judged),
        };
        print::line(text)
    }

    /// What is printed and written at the end.
    pub(super) fn finish(self, session: &Session, page: Option<&Path>) -> Result<(), Failure> {
        if let Some(path) = page {
            write_page(path, session_page(session))?;
        }
        if !self.json {
            return Ok(());
        }
        print::json(session)
    }
}

/// Writes a page where the caller wants it.
pub(crate) fn write_page(path: &Path, page: Result<String, String>) -> Result<(), Failure> {
    let page = page.map_err(|error| Failure::ours(format!("could not make the page: {error}")))?;
    results::write(path, |file| file.write_all(page.as_bytes()))
}
