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
    let mut found: Vec<(i16, String)> =
        books().iter().filter(|book| book.author == author).map(|book| (book.year, book.title.clone())).collect();
    found.sort();
    let titles: Vec<String> = found.into_iter().map(|(_, title)| title).collect();
    let count = titles.len() as i32;
    (titles, count)
}

pub fn oldest() -> Book {
    books().iter().min_by_key(|book| book.year).expect("a book").clone()
}

pub fn remove(author: &str) -> i32 {
    let before = books().len();
    books().retain(|book| book.author != author);
    (before - books().len()) as i32
}
