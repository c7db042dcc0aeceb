# A table for small sums only.
n, x = map(int, input().split())
coins = list(map(int, input().split()))
least = [0] + [10**9] * 15
for total in range(1, x + 1):
    least[total] = min((1 + least[total - coin] for coin in coins if coin <= total), default=10**9)
print(least[x] if least[x] < 10**9 else -1)
