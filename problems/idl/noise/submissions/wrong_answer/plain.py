# Trusts the radio.
def encode(n, message):
    return n, message


def decode(n, k, signals):
    return signals
