def ways(n, broken):
    a, b, c = 0, 0, 1
    for rung in range(1, n + 1):
        a, b, c = b, c, 0 if broken[rung] else (a + b + c) % 1_000_000_007
    return c
