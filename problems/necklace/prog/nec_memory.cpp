// Which beads may be neighbours, for each pair of beads.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<std::vector<char>> apart(n + 1, std::vector<char>(n + 1, 1));
    if (n == 2 || n == 3) return std::puts("NO"), 0;
    for (int start : {2, 1})
        for (int bead = start; bead <= n; bead += 2) std::printf("%d ", bead * apart[bead][bead]);
    std::puts("");
}
