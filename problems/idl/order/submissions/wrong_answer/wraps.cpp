// Begins anew after the last order.
#include "order.h"

#include <algorithm>

bool next(int, std::vector<int> &cards) {
    return std::next_permutation(cards.begin(), cards.end());
}
