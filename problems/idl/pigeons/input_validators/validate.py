import re
import sys

lines = sys.stdin.read().split("\n")
if len(lines) != 4 or lines[3] or not all(re.fullmatch(r"(0|[1-9]\d{0,8})", word) for line in lines[:3] for word in line.split(" ")):
    sys.exit(43)
message = [int(word) for word in lines[2].split(" ")]
sys.exit(42 if int(lines[1]) == len(message) <= 32 and max(message) <= 255 else 43)
