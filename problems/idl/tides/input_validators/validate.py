import re
import sys

found = re.fullmatch(r"([1-9]\d{0,5}) ([1-9]\d{0,4}) (\d{1,9})\n", sys.stdin.read())
sys.exit(42 if found and int(found[1]) <= 100000 and int(found[2]) <= 20000 else 43)
