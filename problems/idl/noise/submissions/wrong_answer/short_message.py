# Returns a message that is not as long as promised.
def encode(n, message):
    return n, message


def decode(n, k, signals):
    return signals[1:]
