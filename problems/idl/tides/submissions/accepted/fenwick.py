# As fenwick.cpp.
slope, offset = [], []


def add(tree, place, value):
    place += 1
    while place < len(tree):
        tree[place] += value
        place += place & -place


def before(place):
    slopes = offsets = 0
    i = place
    while i > 0:
        slopes += slope[i]
        offsets += offset[i]
        i -= i & -i
    return place * slopes + offsets


def measure(n, heights):
    slope.extend([0] * (n + 2))
    offset.extend([0] + heights + [0])
    for i in range(1, n + 2):
        if i + (i & -i) < n + 2:
            offset[i + (i & -i)] += offset[i]


def rise(first, last, more):
    add(slope, first, more)
    add(offset, first, -more * first)
    add(slope, last + 1, -more)
    add(offset, last + 1, more * (last + 1))


def water(first, last):
    return before(last + 1) - before(first)
