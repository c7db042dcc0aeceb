// Sorts by title alone.
let books = [];

exports.add = (book) => void books.push(book);
exports.titles = (author) => {
    const titles = books.filter((book) => book.author === author).map((book) => book.title).sort();
    return [titles, titles.length];
};
exports.oldest = () => books.reduce((oldest, book) => (book.year < oldest.year ? book : oldest));
exports.remove = (author) => {
    const before = books.length;
    books = books.filter((book) => book.author !== author);
    return before - books.length;
};
