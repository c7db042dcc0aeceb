# Python gives up long before the shaft ends.
import Main


def visit(room):
    gold = room.gold
    for passage in range(room.passages):
        gold += visit(Main.enter(passage))
        Main.back()
    return gold


def explore(entrance):
    return visit(entrance)
