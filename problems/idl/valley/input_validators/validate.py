import re
import sys

found = re.fullmatch(r"(\d{1,4}(?:\.\d{1,6})?) (\d{1,4}(?:\.\d{1,6})?) (\d{1,4}(?:\.\d{1,6})?)\n", sys.stdin.read())
right = found and float(found[1]) <= 1000 and all(0.001 <= float(found[side]) <= 1000 for side in (2, 3))
sys.exit(42 if right else 43)
