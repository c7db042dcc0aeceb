import re
import sys

found = re.fullmatch(r"(shaft|hall|branches) ([1-9]\d{0,4}) (\d{1,9})\n", sys.stdin.read())
sys.exit(42 if found and int(found[2]) <= 35000 else 43)
