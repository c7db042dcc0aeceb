// Keeps the map and where the explorer stands. Input: the kind of cave, its rooms, a seed.
#include "cave.h"

#include <iostream>
#include <random>

namespace {

struct Place {
    int gold = 0, parent = -1;
    std::vector<int> passages;
};

std::vector<Place> cave;
int here = 0;

[[noreturn]] void wrong(const std::string &why) {
    std::cerr << why << '\n';
    std::exit(43);
}

Room seen(const Place &place) {
    return {place.gold, static_cast<int>(place.passages.size())};
}

} // namespace

Room enter(int passage) {
    if (passage >= static_cast<int>(cave[here].passages.size())) wrong("there is no such passage");
    here = cave[here].passages[passage];
    return seen(cave[here]);
}

void back() {
    if (cave[here].parent < 0) wrong("left the cave");
    here = cave[here].parent;
}

int main() {
    std::string kind;
    int rooms;
    unsigned seed;
    if (!(std::cin >> kind >> rooms >> seed)) return 2;
    std::mt19937 random(seed);
    cave.resize(rooms);
    int gold = 0;
    for (int room = 0; room < rooms; room++) {
        cave[room].gold = static_cast<int>(random() % 1001);
        gold += cave[room].gold;
        if (room == 0) continue;
        int parent = kind == "shaft" ? room - 1 : kind == "hall" ? 0 : static_cast<int>(random() % room);
        cave[room].parent = parent;
        cave[parent].passages.push_back(room);
    }
    int found = explore(seen(cave[0]));
    if (found != gold) wrong("found " + std::to_string(found) + " g of " + std::to_string(gold) + " g");
    std::cout << "correct\n";
}
