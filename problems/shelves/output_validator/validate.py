"""Counts shelves. With the argument `exact` as few as the jury's are asked for; else they give points."""

import sys

ACCEPT, REJECT = 42, 43
input_file, answer_file, feedback = sys.argv[1:4]


def judge(accepted, message):
    with open(feedback + "judgemessage.txt", "w") as file:
        file.write(message + "\n")
    sys.exit(ACCEPT if accepted else REJECT)


with open(input_file) as file:
    n, width, *books = map(int, file.read().split())
with open(answer_file) as file:
    jury = int(file.read())
try:
    k, *places = map(int, sys.stdin.read().split())
except ValueError:
    judge(False, "the output has something else than numbers, or nothing")
if len(places) != n:
    judge(False, f"{len(places)} books have a place, and there are {n}")
filled = {}
for book, place in zip(books, places):
    if not 1 <= place <= k:
        judge(False, f"there is no shelf {place}")
    filled[place] = filled.get(place, 0) + book
worst = max(filled, key=filled.get)
if filled[worst] > width:
    judge(False, f"shelf {worst} holds {filled[worst]} and is {width} wide")
if "exact" in sys.argv[4:]:
    judge(k <= jury, f"{k} shelves, and {jury} are needed")
with open(feedback + "score_multiplier.txt", "w") as file:
    file.write(f"{min(1.0, max(0.0, 2 - k / jury)):.6f}\n")
judge(True, f"{k} shelves, and the jury has {jury}")
