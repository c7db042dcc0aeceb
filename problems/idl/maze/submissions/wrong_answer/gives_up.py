# Goes north, and that is all.
import Main


def run():
    while Main.step(Main.NORTH):
        pass
