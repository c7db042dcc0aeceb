import itertools
import sys

input_file, answer_file, feedback = sys.argv[1:4]


def reject(message):
    with open(feedback + "judgemessage.txt", "w") as file:
        file.write(message + "\n")
    sys.exit(43)


with open(input_file) as file:
    n = int(file.read())
with open(answer_file) as file:
    jury = int(file.read().split()[-1])
try:
    marks = [int(mark) for mark in sys.stdin.read().split()]
except ValueError:
    reject("a mark is no whole number")
if len(marks) != n:
    reject(f"{len(marks)} marks, and not {n}")
if marks[0] != 0 or any(left >= right for left, right in zip(marks, marks[1:])):
    reject("the marks do not rise from 0")
distances = {}
for pair in itertools.combinations(marks, 2):
    twin = distances.setdefault(pair[1] - pair[0], pair)
    if twin != pair:
        reject(f"{twin} and {pair} are equally far apart")
# Samples have no points.
if "sample" not in sys.argv[4:]:
    with open(feedback + "score_multiplier.txt", "w") as file:
        file.write(f"{min(1.0, jury / marks[-1]):.6f}\n")
sys.exit(42)
