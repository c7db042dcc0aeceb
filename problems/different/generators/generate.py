#!/usr/bin/env python3
"""Writes every test of data/sample and data/secret: python3 generators/generate.py

Inputs depend on nothing but this file. Answers come from suffix arrays (prefix doubling and Kasai's
longest common prefixes), an algorithm that no submission uses.
"""
import random
from pathlib import Path

LARGEST = 80_000


def answer(text):
    """n(n+1)/2 minus what neighbours in the suffix array have in common."""
    n = len(text)
    rank = [ord(letter) for letter in text]
    order = sorted(range(n), key=lambda start: rank[start])
    width = 1
    while True:
        keys = [(rank[start], rank[start + width] if start + width < n else -1) for start in range(n)]
        order.sort(key=keys.__getitem__)
        rank[order[0]] = 0
        for before, here in zip(order, order[1:]):
            rank[here] = rank[before] + (keys[before] != keys[here])
        if rank[order[-1]] == n - 1:
            break
        width *= 2
    common, total = 0, n * (n + 1) // 2
    for start in range(n):
        if rank[start] == 0:
            common = 0
            continue
        other = order[rank[start] - 1]
        while start + common < n and other + common < n and text[start + common] == text[other + common]:
            common += 1
        total -= common
        common = max(common - 1, 0)
    return total


def fibonacci_word(length):
    before, here = "b", "a"
    while len(here) < length:
        before, here = here, here + before
    return here[:length]


def letters(seed, length, alphabet):
    source = random.Random(seed)
    return "".join(source.choice(alphabet) for _ in range(length))


ALL = "abcdefghijklmnopqrstuvwxyz"
TESTS = {
    "sample/1": "banana",
    "sample/2": "aaaa",
    "secret/01-one-letter": "z",
    "secret/02-two-equal": "aa",
    "secret/03-alphabet": ALL,
    "secret/04-small-binary": letters(4, 40, "ab"),
    "secret/05-small-period": "abcab" * 9,
    "secret/06-square": letters(6, 500, ALL) * 2,
    "secret/07-random-binary": letters(7, 2_000, "ab"),
    "secret/08-thousand": letters(8, 3_000, ALL),
    "secret/09-palindrome": (lambda half: half + half[::-1])(letters(9, 2_500, "abc")),
    "secret/10-fibonacci": fibonacci_word(10_000),
    "secret/11-largest-equal": "a" * LARGEST,
    "secret/12-largest-random": letters(12, LARGEST, ALL),
    "secret/13-almost-equal": "a" * 9_999 + "b" + "a" * 10_000,
}


def main():
    data = Path(__file__).resolve().parent.parent / "data"
    for name, text in TESTS.items():
        path = data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_name(path.name + ".in").write_text(text + "\n")
        path.with_name(path.name + ".ans").write_text(f"{answer(text)}\n")


if __name__ == "__main__":
    main()
