#include "ladder.h"

#include <cstdio>

int main() {
    int n, m;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<bool> broken(n + 1);
    for (int i = 0, rung; i < m; i++) {
        if (std::scanf("%d", &rung) != 1) return 1;
        broken[rung] = true;
    }
    std::printf("%d\n", ways(n, broken));
}
