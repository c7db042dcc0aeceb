left = list(range(1, int(input()) + 1))
while len(left) > 1:
    m = (len(left) + 1) // 3
    print("?", m)
    print(*left[:m])
    print(*left[m : 2 * m], flush=True)
    answer = input()
    left = {">": left[:m], "<": left[m : 2 * m], "=": left[2 * m :]}[answer]
print("!", left[0], flush=True)
