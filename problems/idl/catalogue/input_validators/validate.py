import re
import sys

books = []
lines = sys.stdin.read().split("\n")
if len(lines) > 1001 or lines.pop():
    sys.exit(43)
for line in lines:
    match line.split("\t"):
        case ["add", title, author, year]:
            fine = 1 <= len(title.encode()) <= 60 and re.fullmatch(r"0|[1-9]\d{0,3}", year) and int(year) <= 2100
            books.append(author)
        case ["titles", author]:
            fine = True
        case ["oldest"]:
            fine, author = books, "-"
        case ["remove", author]:
            fine = True
            books = [book for book in books if book != author]
        case _:
            sys.exit(43)
    if not fine or not 1 <= len(author.encode()) <= 40 or len(books) > 500:
        sys.exit(43)
sys.exit(42)
