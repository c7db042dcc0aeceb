import re
import sys

found = re.fullmatch(r"(\d+) ([1-9]\d{0,3})\n([1-9]\d{0,3}(?: [1-9]\d{0,3})*)\n", sys.stdin.read())
cards = [int(word) for word in found[3].split(" ")] if found else []
right = found and str(len(cards)) == found[1] and len(cards) <= 1000 and max(cards) <= 1000 and int(found[2]) <= 1000
sys.exit(42 if right else 43)
