import re
import sys

with open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin as file:
    text = file.read()
sys.exit(0 if re.fullmatch(r"[0-9]+\n", text) and int(text) < 2**20 else 1)
