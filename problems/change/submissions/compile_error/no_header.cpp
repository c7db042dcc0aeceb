// Uses a vector and does not say where it comes from.
#include <cstdio>

int main() {
    int n, x;
    if (std::scanf("%d %d", &n, &x) != 2) return 1;
    std::vector<int> coins(n);
    std::printf("%d\n", -1);
}
