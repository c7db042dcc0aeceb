# Odd beads first: 3 and 4 touch when n is 4.
n = int(input())
if n in (2, 3):
    print("NO")
else:
    print(*range(1, n + 1, 2), *range(2, n + 1, 2))
