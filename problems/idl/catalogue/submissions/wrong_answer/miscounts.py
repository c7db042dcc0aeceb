# Says another number of titles than it returns.
books = []


def add(book):
    books.append(book)


def titles(author):
    found = sorted((book.year, book.title) for book in books if book.author == author)
    return [title for _, title in found], len(books)


def oldest():
    return min(books, key=lambda book: book.year)


def remove(author):
    return 0
