# Reads a pigeon that has not arrived.
import Main


def encode(n, message):
    for number in message:
        Main.release(number)


def decode(n, k, pigeons):
    for i in range(n + 1):
        Main.say(pigeons[i])
