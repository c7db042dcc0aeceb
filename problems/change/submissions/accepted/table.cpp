#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, x;
    if (std::scanf("%d %d", &n, &x) != 2) return 1;
    std::vector<int> coins(n), least(x + 1, 1 << 30);
    for (int &coin : coins)
        if (std::scanf("%d", &coin) != 1) return 1;
    least[0] = 0;
    for (int sum = 1; sum <= x; sum++)
        for (int coin : coins)
            if (coin <= sum) least[sum] = std::min(least[sum], least[sum - coin] + 1);
    std::printf("%d\n", least[x] < 1 << 30 ? least[x] : -1);
}
