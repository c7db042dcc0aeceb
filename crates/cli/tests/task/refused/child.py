import Main


def work(what):
    if what == 5:
        # Its own side would not let it.
        Main.sandglass_left_twice[0] = 9
    for _ in range(3 if what in (1, 5) else 2):
        Main.twice()
    for _ in range(4 if what == 2 else 3):
        Main.often()
    if what == 3:
        Main.others()
    if what == 6:
        import sandglass_runtime
        sandglass_runtime.link_to(0).exchange("Main.others", 2, b"", 0, False)


def once(): pass
