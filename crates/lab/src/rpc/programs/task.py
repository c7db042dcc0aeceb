import time

import Main


def f(n, v):
    return v[-1] if n else 0


def cpu():
    return time.process_time_ns()
