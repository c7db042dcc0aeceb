#include "ladder.h"

int ways(int n, const std::vector<bool>& broken) {
    std::vector<long long> count(n + 1);
    count[0] = 1;
    for (int rung = 1; rung <= n; rung++)
        for (int step = 1; step <= 3; step++)
            // at() refuses the places below the ground.
            if (!broken[rung]) count[rung] = (count[rung] + count.at(rung - step)) % 1'000'000'007;
    return (int)count[n];
}
