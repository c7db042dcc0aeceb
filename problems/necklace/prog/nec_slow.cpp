#include <cstdio>
#include <cstdlib>
#include <vector>

// Looks for the next bead from the far end each time: quadratic.
int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    if (n == 2 || n == 3) {
        std::puts("NO");
        return 0;
    }
    std::vector<int> beads;
    std::vector<char> used(n + 1);
    for (int start : {0, 1}) {
        for (;;) {
            int next = 0;
            for (volatile int bead = n; bead >= 1; bead = bead - 1)
                if (bead % 2 == start && !used[bead]) next = bead;
            if (next == 0) break;
            used[next] = 1;
            beads.push_back(next);
        }
    }
    for (int bead : beads) std::printf("%d ", bead);
    std::puts("");
}
