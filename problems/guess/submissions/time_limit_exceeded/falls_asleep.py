# Does not answer; it is found as soon as nothing happens any more, long before any limit.
import time

import Main


def find(most, questions):
    if Main.ask(most) < 0:
        time.sleep(1000)
    return most
