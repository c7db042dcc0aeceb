# One set for each length: little memory, O(n^3) time.
text = input()
n = len(text)
print(sum(len({text[i:i + k] for i in range(n - k + 1)}) for k in range(1, n + 1)))
