# Right, and wasteful: it never looks back at a shelf.
n, width = map(int, input().split())
shelf, room = 1, width
place = []
for book in map(int, input().split()):
    if book > room:
        shelf, room = shelf + 1, width
    room -= book
    place.append(shelf)
print(shelf)
print(*place)
