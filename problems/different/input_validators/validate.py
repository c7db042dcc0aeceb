#!/usr/bin/env python3
import re
import sys

text = sys.stdin.buffer.read()
if not re.fullmatch(rb"[a-z]{1,80000}\n", text):
    print("not one line of 1 to 80000 lowercase letters")
    sys.exit(43)
sys.exit(42)
