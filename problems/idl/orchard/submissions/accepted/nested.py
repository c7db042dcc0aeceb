# Each walk starts the next from its first step, so that all walks are inside of each other. Sums are known
# from the gate upwards once their walks are over.
import Main

ways = []
deepest = 20
trees = 0
most = 0


def arrive(n):
    global trees
    trees = n


def start(tree):
    global most
    ways.append([tree, 0])
    Main.walk(tree)
    most = max(most, ways.pop()[1])


def visit(tree):
    ways[-1][1] += Main.apples(tree)
    if tree == ways[-1][0] and len(ways) < deepest and tree + 1 < trees:
        start(tree + 1)
        ways[-1][0] = -1


def best():
    for tree in range(0, trees, deepest):
        start(tree)
    return most
