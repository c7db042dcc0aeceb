# Counts heaps from 1.
import Main


def play(n, heaps):
    largest = max(range(1, n + 1), key=lambda i: heaps[i])
    return Main.Move(largest, 1)
