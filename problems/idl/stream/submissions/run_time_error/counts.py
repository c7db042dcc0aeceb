# Counts every number that there is.
from collections import Counter

counts = Counter()


def hear(n, numbers):
    counts.update(numbers)


def most():
    return counts.most_common(1)[0][0]
