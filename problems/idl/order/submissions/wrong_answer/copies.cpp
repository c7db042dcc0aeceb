// Changes a copy.
#include "order.h"

#include <algorithm>

bool next(int, std::vector<int> &cards) {
    std::vector<int> copy = cards;
    return std::next_permutation(copy.begin(), copy.end());
}
