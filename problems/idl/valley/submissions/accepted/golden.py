import Main

PART = (5 ** 0.5 - 1) / 2


def deepest():
    low, high = 0.0, 1000.0
    a, b = high - PART * (high - low), low + PART * (high - low)
    at_a, at_b = Main.height(a), Main.height(b)
    for _ in range(60):
        if at_a < at_b:
            high, b, at_b = b, a, at_a
            a = high - PART * (high - low)
            at_a = Main.height(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + PART * (high - low)
            at_b = Main.height(b)
    return low
