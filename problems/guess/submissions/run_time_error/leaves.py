# Ends although an answer is awaited.
import sys

import Main


def find(most, questions):
    if Main.ask(most) < 0:
        sys.exit(0)
    return most
