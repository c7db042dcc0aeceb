import Main


def find(most, questions):
    low, high = 1, most
    while low < high:
        middle = (low + high) // 2
        if Main.ask(middle) > 0:
            low = middle + 1
        else:
            high = middle
    return low
