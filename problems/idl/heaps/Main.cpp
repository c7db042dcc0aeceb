// Plays against the contestant, who begins. Input: n and the heaps.
#include "heaps.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

static std::vector<int> heaps;

static bool all_gone() {
    return std::all_of(heaps.begin(), heaps.end(), [](int heap) { return heap == 0; });
}

// A winning move where there is one; else half of the largest heap.
static Move answer() {
    int sum = 0;
    for (int heap : heaps) sum ^= heap;
    for (std::size_t i = 0; sum != 0 && i < heaps.size(); i++)
        if ((heaps[i] ^ sum) < heaps[i]) return {static_cast<int>(i), heaps[i] - (heaps[i] ^ sum)};
    auto largest = std::max_element(heaps.begin(), heaps.end());
    return {static_cast<int>(largest - heaps.begin()), (*largest + 1) / 2};
}

static void take(Move move, const char *who) {
    if (move.heap >= static_cast<int>(heaps.size()) || move.stones > heaps[move.heap]) {
        std::cerr << who << " took " << move.stones << " of heap " << move.heap << '\n';
        std::exit(43);
    }
    heaps[move.heap] -= move.stones;
}

int main() {
    int n;
    if (!(std::cin >> n)) return 2;
    heaps.resize(n);
    for (int &heap : heaps) std::cin >> heap;
    for (int moves = 1;; moves++) {
        take(play(n, heaps), "the player");
        if (all_gone()) {
            std::cout << "correct\n";
            return 0;
        }
        take(answer(), "Main");
        if (all_gone()) {
            std::cerr << "lost after " << moves << " moves\n";
            return 43;
        }
    }
}
