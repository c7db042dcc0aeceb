import sys

lines = sys.stdin.read().split("\n")
n, x = map(int, lines[0].split())
coins = list(map(int, lines[1].split()))
right = (
    len(lines) == 3
    and lines[2] == ""
    and 1 <= n == len(coins) <= 50
    and 1 <= x <= 100_000
    and coins == sorted(set(coins))
    and coins[0] >= 1
)
sys.exit(42 if right else 1)
