import Main


def survey(height, width, chart):
    islands = []
    for y in range(height):
        for x in range(width):
            if chart[y][x] == "#":
                islands.append(flood(chart, y, x))
    return islands, len(islands)


def flood(chart, y, x):
    island = Main.Island(0, y, x, y, x)
    fields = [(y, x)]
    chart[y][x] = "."
    for y, x in fields:
        island.fields += 1
        island.left = min(island.left, x)
        island.bottom = max(island.bottom, y)
        island.right = max(island.right, x)
        for a, b in (y - 1, x), (y, x - 1), (y + 1, x), (y, x + 1):
            if 0 <= a < len(chart) and 0 <= b < len(chart[a]) and chart[a][b] == "#":
                chart[a][b] = "."
                fields.append((a, b))
    return island
