// Keeps a hand on the wall, and walks in a circle around a pillar.
#include "maze.h"

void run() {
    for (int direction = NORTH;;) {
        direction = (direction + 1) % 4;
        while (!step(direction)) direction = (direction + 3) % 4;
    }
}
