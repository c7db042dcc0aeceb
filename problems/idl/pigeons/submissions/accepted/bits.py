import Main


def encode(n, message):
    for place in range(8 * n):
        if message[place // 8] >> place % 8 & 1:
            Main.release(place)


def decode(n, k, pigeons):
    message = [0] * n
    for place in pigeons:
        message[place // 8] |= 1 << place % 8
    for number in message:
        Main.say(number)
