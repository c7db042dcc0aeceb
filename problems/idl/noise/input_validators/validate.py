import re
import sys

sys.exit(42 if re.fullmatch(r"10\n[01]{1,400}\n", sys.stdin.read()) else 43)
