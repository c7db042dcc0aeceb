#include "ladder.h"

#include <cstdio>

// Writes down what it should count.
int ways(int n, const std::vector<bool>& broken) {
    while (!broken[0]) std::printf("up %d\n", n);
    return 0;
}
