def next(n, cards):
    i = n - 2
    while i >= 0 and cards[i] >= cards[i + 1]:
        i -= 1
    if i < 0:
        return False, cards
    j = n - 1
    while cards[j] <= cards[i]:
        j -= 1
    cards[i], cards[j] = cards[j], cards[i]
    cards[i + 1:] = reversed(cards[i + 1:])
    return True, cards
