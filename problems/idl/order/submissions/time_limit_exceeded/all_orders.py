# Goes through all orders until the right one.
from itertools import permutations


def next(n, cards):
    orders = permutations(sorted(cards))
    for order in orders:
        if list(order) == cards:
            for later in orders:
                if later != order:
                    return True, list(later)
            return False, cards
