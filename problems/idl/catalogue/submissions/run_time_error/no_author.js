// Believes that every author has a book.
const books = new Map();

exports.add = (book) => void books.set(book.author, [...(books.get(book.author) || []), book]);
exports.titles = (author) => {
    const titles = books.get(author).map((book) => book.title);
    return [titles, titles.length];
};
exports.oldest = () => [...books.values()].flat().reduce((oldest, book) => (book.year < oldest.year ? book : oldest));
exports.remove = (author) => {
    const count = books.get(author).length;
    books.delete(author);
    return count;
};
