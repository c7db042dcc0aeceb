# Speaks in the northern tower, where nobody may.
import Main


def encode(n, message):
    for number in message:
        Main.say(number)


def decode(n, k, pigeons):
    pass
