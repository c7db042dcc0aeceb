# Divides by the difference of two heights, which may be none.
import Main


def deepest():
    low, high = 0.0, 1000.0
    for _ in range(49):
        a, b = low + (high - low) / 4, high - (high - low) / 4
        difference = Main.height(a) - Main.height(b)
        if difference / abs(difference) < 0:
            high = b
        else:
            low = a
    return (low + high) / 2
