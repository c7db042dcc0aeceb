# Recurses through an island that winds through the whole map.
import Main


def survey(height, width, chart):
    def flood(y, x, island):
        if not (0 <= y < height and 0 <= x < width and chart[y][x] == "#"):
            return
        chart[y][x] = "."
        island.fields += 1
        island.top = min(island.top, y)
        island.left = min(island.left, x)
        island.bottom = max(island.bottom, y)
        island.right = max(island.right, x)
        for a, b in (y - 1, x), (y, x - 1), (y + 1, x), (y, x + 1):
            flood(a, b, island)

    islands = []
    for y in range(height):
        for x in range(width):
            if chart[y][x] == "#":
                islands.append(Main.Island(0, y, x, y, x))
                flood(y, x, islands[-1])
    return islands, len(islands)
