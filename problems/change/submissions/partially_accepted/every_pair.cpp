// Keeps every pair of a sum and a number of coins: too much for a large x.
#include <cstdio>
#include <vector>

int main() {
    int n, x;
    if (std::scanf("%d %d", &n, &x) != 2) return 1;
    std::vector<int> coins(n);
    for (int &coin : coins)
        if (std::scanf("%d", &coin) != 1) return 1;
    std::vector<std::vector<long long>> paid(1, std::vector<long long>(x + 1));
    paid[0][0] = 1;
    for (int count = 0; count <= x; count++) {
        if (paid[count][x]) {
            std::printf("%d\n", count);
            return 0;
        }
        paid.emplace_back(x + 1);
        for (int sum = 0; sum <= x; sum++)
            for (int coin : coins)
                if (paid[count][sum] && sum + coin <= x) paid[count + 1][sum + coin] = 1;
    }
    std::puts("-1");
}
