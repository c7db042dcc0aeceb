def next(n, v):
    return [x + 1 for x in v]
