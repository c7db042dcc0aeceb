// Input: n, how often, and an order of cards.
#include "order.h"

#include <algorithm>
#include <iostream>

int main() {
    int n, times;
    if (!(std::cin >> n >> times)) return 2;
    std::vector<int> cards(n);
    for (int &card : cards) std::cin >> card;
    for (int time = 1; time <= times; time++) {
        std::vector<int> expected = cards;
        bool more = std::next_permutation(expected.begin(), expected.end());
        if (!more) expected = cards;
        bool said = next(n, cards);
        if (said != more || cards != expected) {
            std::cerr << "call " << time << ": " << (said != more ? "another answer" : "another order") << '\n';
            return 43;
        }
    }
    std::cout << "correct\n";
}
