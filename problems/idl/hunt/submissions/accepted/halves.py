import Main


def find(holes):
    low, high = 1, holes
    while low < high:
        middle = (low + high) // 2
        if Main.before(middle):
            high = middle
        else:
            low = middle + 1
    return low
