# Right where each coin is a multiple of the one before it.
n, x = map(int, input().split())
count = 0
for coin in sorted(map(int, input().split()), reverse=True):
    count += x // coin
    x %= coin
print(-1 if x else count)
