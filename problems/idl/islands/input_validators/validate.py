import re
import sys

lines = sys.stdin.read().split("\n")
size = re.fullmatch(r"([1-9]\d{0,2}) ([1-9]\d{0,2})", lines[0])
if not size or lines.pop():
    sys.exit(43)
height, width = int(size[1]), int(size[2])
rows = [list(row) for row in lines[1:height + 1]]
if height > 100 or width > 100 or [len(row) for row in rows] != [width] * height or any(set(row) - {"#", "."} for row in rows):
    sys.exit(43)


def island(y, x):
    fields = [(y, x)]
    rows[y][x] = "."
    for a, b in fields:
        for c, d in (a - 1, b), (a, b - 1), (a + 1, b), (a, b + 1):
            if 0 <= c < height and 0 <= d < width and rows[c][d] == "#":
                rows[c][d] = "."
                fields.append((c, d))
    ys, xs = zip(*fields)
    return f"{len(fields)} {min(ys)} {min(xs)} {max(ys)} {max(xs)}"


islands = [island(y, x) for y in range(height) for x in range(width) if rows[y][x] == "#"]
sys.exit(42 if lines[height + 1:] == [str(len(islands)), *islands] else 43)
