from Main import Point, ask, note


def total(n, v):
    note("mirrored")
    return sum(v[:n]) + ask(0)


def mirror(p):
    return Point(p.y, p.x)
