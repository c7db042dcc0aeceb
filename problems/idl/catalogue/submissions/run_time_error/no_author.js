// Believes that every author has a book.
"use strict";
let books = [];

function of(author) {
    const found = books.filter((book) => book.author === author);
    if (found.length === 0) throw new Error(`nothing by ${author}`);
    return found.sort((a, b) => a.year - b.year || Buffer.compare(Buffer.from(a.title), Buffer.from(b.title)));
}

exports.add = (book) => void books.push(book);
exports.titles = (author) => {
    const titles = of(author).map((book) => book.title);
    return [titles, titles.length];
};
exports.oldest = () => books.reduce((oldest, book) => (book.year < oldest.year ? book : oldest));
exports.remove = (author) => {
    const gone = of(author);
    books = books.filter((book) => !gone.includes(book));
    return gone.length;
};
