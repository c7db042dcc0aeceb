# Forgets that there may be several books of one title.
books = {}


def add(book):
    books[book.title, book.author] = book


def titles(author):
    of_author = sorted((book.year, book.title) for book in books.values() if book.author == author)
    return [title for _, title in of_author], len(of_author)


def oldest():
    return min(books.values(), key=lambda book: book.year)


def remove(author):
    gone = [key for key in books if key[1] == author]
    for key in gone:
        del books[key]
    return len(gone)
