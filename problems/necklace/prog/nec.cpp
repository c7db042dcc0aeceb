#include <cstdio>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    if (n == 2 || n == 3) {
        std::puts("NO");
        return 0;
    }
    for (int bead = 2; bead <= n; bead += 2) std::printf("%d ", bead);
    for (int bead = 1; bead <= n; bead += 2) std::printf("%d ", bead);
    std::puts("");
}
