# Looks at all orders, and takes the least one behind this.
from itertools import permutations


def next(n, cards):
    later = min((order for order in permutations(cards) if list(order) > cards), default=None)
    return (False, cards) if later is None else (True, list(later))
