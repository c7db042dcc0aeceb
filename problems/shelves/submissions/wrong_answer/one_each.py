n, width = map(int, input().split())
print(n)
print(*range(1, n + 1))
