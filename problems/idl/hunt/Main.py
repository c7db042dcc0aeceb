"""A fox that moves: it stays wherever most holes are left. Input: the number of holes, and `fixed` with
its hole or `moving`."""
import sys

import hunt

words = sys.stdin.read().split()
low, high = 1, int(words[0])
fox = int(words[2]) if words[1] == "fixed" else None
asked = 0


def before(hole):
    global low, high, asked
    asked += 1
    if fox is not None:
        is_before = fox <= hole
    else:
        # Of the two parts that are still possible, the larger one.
        is_before = min(hole, high) - low + 1 >= high - max(hole, low - 1)
    if is_before:
        high = min(high, hole)
    else:
        low = max(low, hole + 1)
    return is_before


found = hunt.find(high)
if found < low or found > high or low != high:
    print(f"hole {found} said, and the fox may be in {low} to {high} after {asked} questions", file=sys.stderr)
    sys.exit(43)
print("correct")
