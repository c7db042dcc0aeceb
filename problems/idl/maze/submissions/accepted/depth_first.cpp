#include "maze.h"

static bool seen[101][101];

static void explore(int y, int x) {
    static const int down[] = {-1, 0, 1, 0}, right[] = {0, 1, 0, -1};
    seen[y][x] = true;
    for (int direction = NORTH; direction <= WEST; direction++) {
        int a = y + down[direction], b = x + right[direction];
        if (seen[a][b] || !step(direction)) continue;
        explore(a, b);
        step((direction + 2) % 4);
    }
}

void run() {
    explore(50, 50);
}
