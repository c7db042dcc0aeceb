// Makes a table of all weighings before the first.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<int> table(200'000'000, n);
    std::printf("! %d\n", table[table.size() / 2]);
}
