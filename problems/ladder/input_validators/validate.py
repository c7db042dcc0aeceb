import sys

lines = sys.stdin.read().split("\n")
n, m = map(int, lines[0].split())
rungs = [int(rung) for rung in lines[1].split()]
right = (
    len(lines) == 3
    and lines[2] == ""
    and 1 <= n <= 200_000
    and len(rungs) == m
    and rungs == sorted(set(rungs))
    and all(1 <= rung <= n for rung in rungs)
)
sys.exit(42 if right else 1)
