import re
import sys

found = re.fullmatch(r"([1-9]\d{0,6}) (0|-?[1-9]\d{0,18}) (\d{1,9})\n", sys.stdin.read())
sys.exit(42 if found and int(found[1]) <= 4000000 and -(2**63) <= int(found[2]) < 2**63 else 43)
