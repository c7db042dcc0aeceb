# The jury's program counts: there is one question too many.
import Main


def find(most, questions):
    return next(number for number in range(1, most + 1) if Main.ask(number) == 0)
