n, width = map(int, input().split())
books = list(map(int, input().split()))


def pack(book, shelf, room):
    if book == n:
        return [shelf]
    if books[book] > room:
        return pack(book, shelf + 1, width)
    return pack(book + 1, shelf, room - books[book]) + [shelf]


answer = pack(0, 1, width)
print(answer[0])
print(*reversed(answer[1:]))
