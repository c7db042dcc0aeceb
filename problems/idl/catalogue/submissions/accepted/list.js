"use strict";
let books = [];

exports.add = function (book) {
    books.push(book);
};

exports.titles = function (author) {
    const found = books.filter((book) => book.author === author);
    found.sort((a, b) => a.year - b.year || Buffer.compare(Buffer.from(a.title), Buffer.from(b.title)));
    return [found.map((book) => book.title), found.length];
};

exports.oldest = function () {
    return books.reduce((oldest, book) => (book.year < oldest.year ? book : oldest));
};

exports.remove = function (author) {
    const before = books.length;
    books = books.filter((book) => book.author !== author);
    return before - books.length;
};
