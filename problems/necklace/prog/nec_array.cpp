// Room for a short necklace, and a look at each bead's place.
#include <array>
#include <cstdio>

int main() {
    int n, count = 0;
    if (std::scanf("%d", &n) != 1) return 1;
    if (n == 2 || n == 3) return std::puts("NO"), 0;
    std::array<int, 1000> beads;
    for (int start : {2, 1})
        for (int bead = start; bead <= n; bead += 2) beads.at(count++) = bead;
    for (int place = 0; place < n; place++) std::printf("%d ", beads[place]);
    std::puts("");
}
