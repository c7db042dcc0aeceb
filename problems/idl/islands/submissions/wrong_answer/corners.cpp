// Joins fields that share a corner only.
#include "islands.h"

#include <algorithm>

static void flood(std::vector<std::vector<char>> &map, int y, int x, Island &island) {
    if (y < 0 || x < 0 || y >= static_cast<int>(map.size()) || x >= static_cast<int>(map[y].size()) || map[y][x] != '#') return;
    map[y][x] = '.';
    island.fields++;
    island.left = std::min(island.left, x);
    island.bottom = std::max(island.bottom, y);
    island.right = std::max(island.right, x);
    for (int a = -1; a <= 1; a++)
        for (int b = -1; b <= 1; b++) flood(map, y + a, x + b, island);
}

std::vector<Island> survey(int height, int width, std::vector<std::vector<char>> map, int &count) {
    std::vector<Island> islands;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            if (map[y][x] != '#') continue;
            islands.push_back({0, y, x, y, x});
            flood(map, y, x, islands.back());
        }
    }
    count = static_cast<int>(islands.size());
    return islands;
}
