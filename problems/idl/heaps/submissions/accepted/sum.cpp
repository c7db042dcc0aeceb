#include "heaps.h"

Move play(int n, std::vector<int> heaps) {
    int sum = 0;
    for (int heap : heaps) sum ^= heap;
    for (int i = 0; i < n; i++)
        if ((heaps[i] ^ sum) < heaps[i]) return {i, heaps[i] - (heaps[i] ^ sum)};
    return {0, 1};
}
