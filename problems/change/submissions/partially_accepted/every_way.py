# Right and slow.
n, x = map(int, input().split())
coins = list(map(int, input().split()))


def least(x):
    if x == 0:
        return 0
    return min((1 + least(x - coin) for coin in coins if coin <= x), default=10**9)


answer = least(x)
print(answer if answer < 10**9 else -1)
