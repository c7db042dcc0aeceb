# Does not expect that a scale can balance.
left = list(range(1, int(input()) + 1))
while len(left) > 1:
    m = (len(left) + 1) // 3
    print("?", m)
    print(*left[:m])
    print(*left[m : 2 * m], flush=True)
    left = {">": left[:m], "<": left[m : 2 * m]}[input()]
print("!", left[0], flush=True)
