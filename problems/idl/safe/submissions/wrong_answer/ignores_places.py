# Knows which letters there are, and not where.
import Main


def crack():
    return "".join(letter * Main.try_(letter * 6).right for letter in "abcdef")
