#include "ladder.h"

// The ways from each rung to each: far more than is asked.
int ways(int n, const std::vector<bool>& broken) {
    std::vector<int> pairs(200'000'000, 1);
    return broken[n] ? 0 : pairs[n];
}
