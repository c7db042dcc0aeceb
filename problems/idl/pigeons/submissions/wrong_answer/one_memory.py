# Believes that both towers are one program.
import Main

remembered = []


def encode(n, message):
    remembered.extend(message)


def decode(n, k, pigeons):
    for number in remembered:
        Main.say(number)
