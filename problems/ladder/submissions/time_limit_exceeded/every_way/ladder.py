def ways(n, broken):
    def down(rung):
        if rung < 0 or broken[rung]:
            return 0
        return 1 if rung == 0 else sum(down(rung - step) for step in (1, 2, 3))

    return down(n)
