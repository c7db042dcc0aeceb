import socket
import sys
import threading


def deep(depth):
    return 0 if depth == 0 else deep(depth - 1) + 1


def work(sums):
    sums.append(sum(range(1, 1001)))


word = sys.stdin.readline().strip()
if word == "sum":
    print(sum(int(number) for number in sys.stdin.read().split()))
elif word == "deep":
    sys.setrecursionlimit(1_000_000)
    print(deep(int(sys.stdin.readline())))
elif word == "threads":
    sums = []
    threads = [threading.Thread(target=work, args=(sums,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(sum(sums))
elif word == "fail":
    raise ValueError("as asked")
elif word == "memory":
    everything = []
    while True:
        everything.append(b"x" * (1 << 20))
elif word == "loop":
    while True:
        pass
elif word == "network":
    try:
        socket.socket()
        print("open")
    except OSError:
        print("refused")
