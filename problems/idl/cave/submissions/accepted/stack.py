import Main


def explore(entrance):
    gold = entrance.gold
    way = [iter(range(entrance.passages))]
    while way:
        passage = next(way[-1], None)
        if passage is None:
            way.pop()
            if way:
                Main.back()
            continue
        room = Main.enter(passage)
        gold += room.gold
        way.append(iter(range(room.passages)))
    return gold
