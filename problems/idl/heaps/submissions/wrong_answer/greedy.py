# Takes the largest heap whole.
import Main


def play(n, heaps):
    largest = max(range(n), key=lambda i: heaps[i])
    return Main.Move(largest, heaps[largest])
