/* Adds up in 32 bits. */
#include "tides.h"

static unsigned height[MOST];

void measure(int n, int heights[]) {
    for (int i = 0; i < n; i++) height[i] = (unsigned)heights[i];
}

void rise(int first, int last, int more) {
    for (int i = first; i <= last; i++) height[i] += (unsigned)more;
}

long long water(int first, int last) {
    unsigned sum = 0;
    for (int i = first; i <= last; i++) sum += height[i];
    return sum;
}
