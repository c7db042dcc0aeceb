"""Plays the scale. It keeps every coin that its answers still allow, and gives the answer that allows
the most."""

import sys

input_file, answer_file, feedback = sys.argv[1:4]


def judge(accepted, message):
    with open(feedback + "judgemessage.txt", "w") as file:
        file.write(message + "\n")
    sys.exit(42 if accepted else 43)


def line():
    text = sys.stdin.readline()
    if not text:
        judge(False, "the conversation ended before an answer")
    return text.split()


with open(input_file) as file:
    n = int(file.read())
allowed = 0
while 3**allowed < n:
    allowed += 1
print(n, flush=True)
left = set(range(1, n + 1))
weighings = 0
while True:
    words = line()
    try:
        kind, number = words[0], int(words[1])
    except (IndexError, ValueError):
        judge(False, f"neither a weighing nor an answer: {words}")
    if kind == "!":
        if left == {number}:
            judge(True, f"coin {number} after {weighings} of {allowed} weighings")
        judge(False, f"coin {number}, and it may be another one")
    if kind != "?" or not 1 <= number <= n:
        judge(False, f"neither a weighing nor an answer: {words}")
    weighings += 1
    if weighings > allowed:
        judge(False, f"more than {allowed} weighings")
    try:
        sides = [[int(coin) for coin in line()] for _ in range(2)]
    except ValueError:
        judge(False, "a coin is no number")
    coins = sides[0] + sides[1]
    if [len(side) for side in sides] != [number] * 2 or len(set(coins)) != len(coins):
        judge(False, "a weighing needs as many different coins on each side")
    if not all(1 <= coin <= n for coin in coins):
        judge(False, "there is no such coin")
    outcomes = {
        ">": left & set(sides[0]),
        "<": left & set(sides[1]),
        "=": left - set(coins),
    }
    answer = max(outcomes, key=lambda key: len(outcomes[key]))
    left = outcomes[answer]
    print(answer, flush=True)
