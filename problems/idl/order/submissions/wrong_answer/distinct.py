# Believes that the cards are different, and returns fewer of them.
def next(n, cards):
    cards = list(dict.fromkeys(cards))
    for i in range(len(cards) - 2, -1, -1):
        if cards[i] < cards[i + 1]:
            j = max(j for j in range(i, len(cards)) if cards[j] > cards[i])
            cards[i], cards[j] = cards[j], cards[i]
            return True, cards[:i + 1] + cards[:i:-1]
    return False, cards
