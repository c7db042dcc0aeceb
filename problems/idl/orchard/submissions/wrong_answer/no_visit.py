# Has no function visit.
import Main


def arrive(n):
    Main.walk(n - 1)


def best():
    return 0
