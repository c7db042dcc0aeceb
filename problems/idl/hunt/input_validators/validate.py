import re
import sys

found = re.fullmatch(r"([1-9]\d{0,9})\n(?:moving|fixed ([1-9]\d{0,9}))\n", sys.stdin.read())
sys.exit(42 if found and int(found[2] or 1) <= int(found[1]) <= 10**9 else 43)
