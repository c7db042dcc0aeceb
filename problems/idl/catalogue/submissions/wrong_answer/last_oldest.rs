// Of several books of one year, gives the one that was added last.
use crate::sandglass::*;
use std::sync::{Mutex, MutexGuard};

static BOOKS: Mutex<Vec<Book>> = Mutex::new(Vec::new());

fn books() -> MutexGuard<'static, Vec<Book>> {
    BOOKS.lock().expect("nobody panics while holding it")
}

pub fn add(book: &Book) {
    books().push(book.clone());
}

pub fn titles(author: &str) -> (Vec<String>, i32) {
    let books = books();
    let mut found: Vec<&Book> = books.iter().filter(|book| book.author == author).collect();
    found.sort_by_key(|book| (book.year, &book.title));
    (found.iter().map(|book| book.title.clone()).collect(), found.len() as i32)
}

pub fn oldest() -> Book {
    books().iter().rev().min_by_key(|book| book.year).expect("a book").clone()
}

pub fn remove(author: &str) -> i32 {
    let mut books = books();
    let before = books.len();
    books.retain(|book| book.author != author);
    (before - books.len()) as i32
}
