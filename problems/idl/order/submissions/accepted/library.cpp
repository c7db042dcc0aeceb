#include "order.h"

#include <algorithm>

bool next(int, std::vector<int> &cards) {
    std::vector<int> before = cards;
    bool more = std::next_permutation(cards.begin(), cards.end());
    if (!more) cards = before;
    return more;
}
