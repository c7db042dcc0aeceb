# Crashes at the first wall; that it need not return does not allow it to fail.
import Main


def run():
    while Main.step(Main.EAST):
        pass
    raise RuntimeError("a wall")
