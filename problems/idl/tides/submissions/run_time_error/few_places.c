/* Has too little room, and says so by dying. */
#include "tides.h"

#include <assert.h>

static long long height[100];

void measure(int n, int heights[]) {
    assert(n <= 100);
    for (int i = 0; i < n; i++) height[i] = heights[i];
}

void rise(int first, int last, int more) {
    for (int i = first; i <= last; i++) height[i] += more;
}

long long water(int first, int last) {
    long long sum = 0;
    for (int i = first; i <= last; i++) sum += height[i];
    return sum;
}
