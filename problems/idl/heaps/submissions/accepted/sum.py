from functools import reduce
from operator import xor

import Main


def play(n, heaps):
    total = reduce(xor, heaps)
    for i, heap in enumerate(heaps):
        if heap ^ total < heap:
            return Main.Move(i, heap - (heap ^ total))
