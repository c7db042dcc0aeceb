from collections import Counter

candidate, votes = 0, 0


def hear(n, numbers):
    global candidate, votes
    # A number that fills more than half of a piece outlives the rest of it, by its margin.
    number, count = Counter(numbers).most_common(1)[0]
    margin = 2 * count - n
    if margin <= 0:
        for number in numbers:
            vote(number, 1)
    else:
        vote(number, margin)


def vote(number, weight):
    global candidate, votes
    if number == candidate:
        votes += weight
    elif votes >= weight:
        votes -= weight
    else:
        candidate, votes = number, weight - votes


def most():
    return candidate
