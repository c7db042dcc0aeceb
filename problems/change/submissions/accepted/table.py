n, x = map(int, input().split())
coins = list(map(int, input().split()))
# Which sums can be paid with k coins, as bits of one number.
sums, seen, k = 1, 1, 0
bound = (1 << (x + 1)) - 1
while sums and not sums >> x & 1:
    reached = 0
    for coin in coins:
        reached |= sums << coin
    sums = reached & bound & ~seen
    seen |= sums
    k += 1
print(k if sums else -1)
