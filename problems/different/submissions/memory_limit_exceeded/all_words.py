text = input()
n = len(text)
print(len({text[i : i + k] for k in range(n, 0, -1) for i in range(n - k + 1)}))
