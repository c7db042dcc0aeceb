# Counts well and packs badly.
n, width = map(int, input().split())
books = list(map(int, input().split()))
k = -(-sum(books) // width)
print(k)
print(*(book % k + 1 for book in range(n)))
