import re
import sys

lines = sys.stdin.read().split("\n")
size = re.fullmatch(r"([1-9]\d?) ([1-9]\d?)", lines[0])
rows = lines[1:-1]
if not size or lines[-1] or len(rows) != int(size[1]) or {len(row) for row in rows} != {int(size[2])}:
    sys.exit(43)
if max(len(rows), len(rows[0])) > 50 or not re.fullmatch(r"[.#]*S[.#]*", "".join(rows)):
    sys.exit(43)
start = "".join(rows).index("S")
seen = [divmod(start, len(rows[0]))]
for y, x in seen:
    for there in (y - 1, x), (y, x - 1), (y + 1, x), (y, x + 1):
        if not (0 <= there[0] < len(rows) and 0 <= there[1] < len(rows[0])):
            sys.exit(42)
        if there not in seen and rows[there[0]][there[1]] != "#":
            seen.append(there)
# There is no way out.
sys.exit(43)
