import Main

DOWN, RIGHT = [-1, 0, 1, 0], [0, 1, 0, -1]


def run():
    seen = {(0, 0)}
    here = (0, 0)
    way = []
    while True:
        for direction in range(4):
            there = (here[0] + DOWN[direction], here[1] + RIGHT[direction])
            if there not in seen:
                seen.add(there)
                if Main.step(direction):
                    way.append((here, direction))
                    here = there
                    break
        else:
            here, direction = way.pop()
            Main.step((direction + 2) % 4)
