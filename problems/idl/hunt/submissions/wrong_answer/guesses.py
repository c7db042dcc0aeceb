# Says a hole without having excluded the others; the moving fox is never there.
import Main


def find(holes):
    return 1 if Main.before((holes + 1) // 2) else holes
