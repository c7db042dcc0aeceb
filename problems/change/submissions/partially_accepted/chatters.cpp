// Right for a small x. Of a large one it tells everything that it thinks of.
#include <cstdio>
#include <vector>

int main() {
    int n, x;
    if (std::scanf("%d %d", &n, &x) != 2) return 1;
    std::vector<int> coins(n), least(x + 1, -1);
    for (int &coin : coins)
        if (std::scanf("%d", &coin) != 1) return 1;
    while (x > 15) std::puts("thinking");
    least[0] = 0;
    for (int sum = 1; sum <= x; sum++)
        for (int coin : coins)
            if (sum >= coin && least[sum - coin] >= 0 && (least[sum] < 0 || least[sum - coin] + 1 < least[sum]))
                least[sum] = least[sum - coin] + 1;
    std::printf("%d\n", least[x]);
}
