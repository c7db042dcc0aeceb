// A maze. Input: height, width, and its rows: `#` is a wall, `S` the start; outside is freedom.
#include "maze.h"

#include <cstdlib>
#include <iostream>

static std::vector<std::string> rows;
static int y, x, steps;

bool step(int direction) {
    static const int down[] = {-1, 0, 1, 0}, right[] = {0, 1, 0, -1};
    if (++steps > 20000) {
        std::cerr << "the battery is empty\n";
        std::exit(43);
    }
    int a = y + down[direction], b = x + right[direction];
    if (a < 0 || b < 0 || a >= static_cast<int>(rows.size()) || b >= static_cast<int>(rows[a].size())) {
        std::cout << "correct\n";
        std::exit(0);
    }
    if (rows[a][b] == '#') return false;
    y = a;
    x = b;
    return true;
}

int main() {
    int height, width;
    if (!(std::cin >> height >> width)) return 2;
    rows.resize(height);
    for (int row = 0; row < height; row++) {
        std::cin >> rows[row];
        std::size_t start = rows[row].find('S');
        if (start == std::string::npos) continue;
        y = row;
        x = static_cast<int>(start);
    }
    run();
    std::cerr << "the robot has given up\n";
    return 43;
}
