#include "ladder.h"

int ways(int n, const std::vector<bool>& broken) {
    long long a = 0, b = 0, c = 1;
    for (int rung = 1; rung <= n; rung++) {
        long long here = broken[rung] ? 0 : (a + b + c) % 1'000'000'007;
        a = b;
        b = c;
        c = here;
    }
    return (int)c;
}
