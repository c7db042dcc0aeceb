#include "ladder.h"

int ways(int n, const std::vector<bool>& broken) {
    unsigned a = 0, b = 0, c = 1;
    for (int rung = 1; rung <= n; rung++) {
        unsigned here = broken[rung] ? 0 : a + b + c;
        a = b;
        b = c;
        c = here;
    }
    return (int)(c % 1'000'000'007);
}
