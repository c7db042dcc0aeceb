import bisect

n, width = map(int, input().split())
books = list(map(int, input().split()))
shelves = []  # (room, number), sorted
place = [0] * n
for book in sorted(range(n), key=lambda book: -books[book]):
    at = bisect.bisect_left(shelves, (books[book], 0))
    room, shelf = shelves.pop(at) if at < len(shelves) else (width, len(shelves) + 1)
    place[book] = shelf
    bisect.insort(shelves, (room - books[book], shelf))
print(len(shelves))
print(*place)
