import re
import sys
from functools import reduce
from operator import xor

found = re.fullmatch(r"(\d+)\n((?:0|[1-9]\d{0,9})(?: (?:0|[1-9]\d{0,9}))*)\n", sys.stdin.read())
heaps = [int(word) for word in found[2].split(" ")] if found else []
# Who begins can win where the sum is not 0.
right = found and str(len(heaps)) == found[1] and len(heaps) <= 100 and max(heaps) <= 10**9 and reduce(xor, heaps)
sys.exit(42 if right else 43)
