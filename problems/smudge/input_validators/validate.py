import re
import sys

match = re.fullmatch(r"write (0|[1-9][0-9]{0,3})\n", sys.stdin.read())
sys.exit(42 if match and int(match[1]) < 1024 else 1)
