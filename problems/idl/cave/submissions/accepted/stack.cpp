#include "cave.h"

int explore(Room entrance) {
    // Of each room on the way: how many passages there are, and which is next.
    std::vector<std::pair<int, int>> way{{entrance.passages, 0}};
    int gold = entrance.gold;
    while (!way.empty()) {
        if (way.back().second == way.back().first) {
            way.pop_back();
            if (!way.empty()) back();
            continue;
        }
        Room room = enter(way.back().second++);
        gold += room.gold;
        way.push_back({room.passages, 0});
    }
    return gold;
}
