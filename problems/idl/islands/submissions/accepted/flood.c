#include "islands.h"

#include <stdlib.h>

static int height, width;
static char *map;

static void flood(int y, int x, Island *island) {
    if (y < 0 || x < 0 || y >= height || x >= width || map[y * width + x] != '#') return;
    map[y * width + x] = '.';
    island->fields++;
    if (y < island->top) island->top = y;
    if (x < island->left) island->left = x;
    if (y > island->bottom) island->bottom = y;
    if (x > island->right) island->right = x;
    flood(y - 1, x, island);
    flood(y, x - 1, island);
    flood(y + 1, x, island);
    flood(y, x + 1, island);
}

Island *survey(int rows, int columns, char *chart, int *count) {
    static Island islands[5000];
    height = rows;
    width = columns;
    map = chart;
    *count = 0;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            if (map[y * width + x] != '#') continue;
            Island island = {0, y, x, y, x};
            flood(y, x, &island);
            islands[(*count)++] = island;
        }
    }
    return islands;
}
