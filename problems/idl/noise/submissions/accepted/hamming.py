# Hamming's code, as in hamming.cpp.
def is_check(place):
    return place & (place - 1) == 0


def total(signals):
    result = 0
    for place, signal in enumerate(signals, 1):
        if signal:
            result ^= place
    return result


def encode(n, message):
    rest = iter(message)
    signals = []
    while len(signals) - len(signals).bit_length() < n:
        signals.append(False if is_check(len(signals) + 1) else next(rest))
    wanted = total(signals)
    for bit in range(len(signals).bit_length()):
        if wanted >> bit & 1:
            signals[(1 << bit) - 1] = True
    return len(signals), signals


def decode(n, k, signals):
    wrong = total(signals)
    if 0 < wrong <= k:
        signals[wrong - 1] = not signals[wrong - 1]
    return [signal for place, signal in enumerate(signals, 1) if not is_check(place)]
