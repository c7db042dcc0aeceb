import os, task
def must(fine):
    if not fine:
        os._exit(99)
def digit(x):
    must(0 <= x <= 9)
def ask(n, v, p):
    digit(n)
    digit(p.a)
    must(len(v) == n)
    for x in v: digit(x)
    return len(p.b) % 10
seed = int(input())
for turn in range(400):
    r, n, s, pairs, flags = task.work(seed)
    must(0 <= n <= 40 and 1 <= len(s.encode()) <= 8 and len(r) == n and len(flags) == n)
    for p in pairs: digit(p.a)
    for x in r: must(0 <= x <= 50)
    if turn % 50 == 0:
        b = task.bulk(seed)
        must(len(b) == 100000 and all(0 <= x <= 3 for x in b))
print('whole')
