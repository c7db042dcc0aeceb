import sys

lines = sys.stdin.read().split("\n")
most, secret, questions = map(int, lines[0].split())
right = lines[1:] == [""] and 1 <= secret <= most <= 1_000_000 and 2 ** questions > most
sys.exit(42 if right else 1)
