import task


def ask(n, v, p):
    return (p.a + len(p.b) + sum(v[:n])) % 10


seed = int(input())
for turn in range(3):
    r, n, s, pairs, flags = task.work(seed)
    print(len(s) + pairs[1].a + sum(r[i] + flags[i][1] for i in range(n)))
