import os
import sys

import task

before = 0


def early():
    global before
    before += 1


def tell(x):
    if x == 9:
        print("told")
        sys.exit(0)
    if x == 8:
        os.abort()


def ask(n, v):
    return v[0] if n > 0 else 0


n = int(input())
if n == 22:
    os.abort()
if n == 23:
    sys.exit(5)
if n == 24:
    task.leave()
if n == 25:
    print(task.some(3)[0])
answer = task.work(n)
print(answer, before)
