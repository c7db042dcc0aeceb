# Looks at whole metres only.
import Main


def deepest():
    low, high = 0, 1000
    while high - low > 2:
        a, b = low + (high - low) // 3, high - (high - low) // 3
        if Main.height(a) < Main.height(b):
            high = b
        else:
            low = a
    return float(min(range(low, high + 1), key=Main.height))
