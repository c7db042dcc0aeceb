import re
import sys

most = {"avenue": 100, "star": 2000, "meadow": 2000}
found = re.fullmatch(r"(avenue|star|meadow) ([1-9]\d{0,3}) (\d{1,9})\n", sys.stdin.read())
sys.exit(42 if found and int(found[2]) <= most[found[1]] else 43)
