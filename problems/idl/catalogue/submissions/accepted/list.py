books = []


def add(book):
    books.append(book)


def titles(author):
    of_author = [book for book in books if book.author == author]
    of_author.sort(key=lambda book: (book.year, book.title.encode()))
    return [book.title for book in of_author], len(of_author)


def oldest():
    return min(books, key=lambda book: book.year)


def remove(author):
    before = len(books)
    books[:] = [book for book in books if book.author != author]
    return before - len(books)
