// For every end, the longest piece that was seen before, by comparing all pairs of ends: O(n^2),
// and O(n^3) where letters repeat.
#include <algorithm>
#include <iostream>
#include <string>

int main() {
    std::string text;
    std::cin >> text;
    long long words = 0;
    for (int end = 0; end < static_cast<int>(text.size()); ++end) {
        int seen = 0;
        for (int other = 0; other < end; ++other) {
            int common = 0;
            while (common <= other && text[other - common] == text[end - common]) ++common;
            seen = std::max(seen, common);
        }
        words += end + 1 - seen;
    }
    std::cout << words << '\n';
}
