import mirror

asked = 0


def ask(i):
    global asked
    asked += 1
    assert v[i] + 1 <= mirror.MOST
    return v[i] + 1


def note(text):
    print(text)


if __name__ == "__main__":
    input()
    v = [int(word) for word in input().split()]
    total = mirror.total(len(v), v)
    p = mirror.mirror(mirror.Point(1, 2))
    print(total)
    print(p.x, p.y)
    print("asked", asked)
