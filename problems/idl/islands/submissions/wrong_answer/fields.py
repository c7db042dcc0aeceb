# Takes each field for an island.
import Main


def survey(height, width, chart):
    islands = [Main.Island(1, y, x, y, x) for y in range(height) for x in range(width) if chart[y][x] == "#"]
    return islands[:5000], min(len(islands), 5000)
