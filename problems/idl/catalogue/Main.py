"""Asks the library and compares with a list of its own. Input: a line for each call, fields with tabs."""
import sys

import catalogue

books = []
for number, line in enumerate(sys.stdin.read().splitlines(), 1):
    match line.split("\t"):
        case ["add", title, author, year]:
            books.append((title, author, int(year)))
            catalogue.add(catalogue.Book(title, author, int(year)))
            continue
        case ["titles", author]:
            of_author = [(year, title.encode(), title) for title, name, year in books if name == author]
            expected = [title for _, _, title in sorted(of_author)]
            found, _ = catalogue.titles(author)
        case ["oldest"]:
            expected = min(books, key=lambda book: book[2])
            book = catalogue.oldest()
            found = (book.title, book.author, book.year)
        case ["remove", author]:
            expected = sum(name == author for _, name, _ in books)
            books = [book for book in books if book[1] != author]
            found = catalogue.remove(author)
        case _:
            sys.exit(f"line {number} is no call")
    if found != expected:
        print(f"line {number}: {found!r} instead of {expected!r}", file=sys.stderr)
        sys.exit(43)
print("correct")
