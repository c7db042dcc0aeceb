from ladder import ways

n, m = map(int, input().split())
broken = [False] * (n + 1)
for rung in input().split():
    broken[int(rung)] = True
print(ways(n, broken))
