// Takes a stone more than there are.
#include "heaps.h"

Move play(int n, std::vector<int> heaps) {
    return {n - 1, heaps[n - 1] + 1};
}
