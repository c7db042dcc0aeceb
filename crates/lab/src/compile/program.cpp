// Compiled, never run: a short contest solution with the headers that such solutions have.
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    std::ios_base::sync_with_stdio(false);
    int count = 0;
    if (!(std::cin >> count) || count < 0) {
        return 1;
    }
    std::vector<long long> prefix(static_cast<std::size_t>(count) + 1);
    for (int index = 0; index < count; ++index) {
        long long value = 0;
        std::cin >> value;
        prefix[index + 1] = prefix[index] + value;
    }
    long long best = 0;
    long long lowest = 0;
    for (long long sum : prefix) {
        best = std::max(best, sum - lowest);
        lowest = std::min(lowest, sum);
    }
    std::cout << best << '\n';
}
