# Uses no CPU time at all: only a limit on wall time ends it.
import time

while True:
    time.sleep(1)
