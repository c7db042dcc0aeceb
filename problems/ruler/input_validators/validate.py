import re
import sys

sys.exit(42 if re.fullmatch(r"([2-9]|1[0-9])\n", sys.stdin.read()) else 1)
