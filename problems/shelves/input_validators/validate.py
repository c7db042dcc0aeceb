import re
import sys

text = sys.stdin.read()
numbers = r"[1-9][0-9]*( [1-9][0-9]*)*"
match = re.fullmatch(rf"([1-9][0-9]*) ([1-9][0-9]*)\n({numbers})\n", text)
if match is None:
    sys.exit("two lines of numbers were expected")
n, width = int(match[1]), int(match[2])
books = [int(book) for book in match[3].split()]
if not (n == len(books) <= 2000 and width <= 10**6 and max(books) <= width):
    sys.exit("a number is out of its bounds")
if "equal" in sys.argv and len(set(books)) != 1:
    sys.exit("the books of this group have the same width")
if "pairs" in sys.argv and 3 * min(books) <= width:
    sys.exit("three books of this group fit on a shelf")
sys.exit(42)
