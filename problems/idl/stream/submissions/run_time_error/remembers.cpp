// Keeps the whole stream.
#include "stream.h"

#include <algorithm>

static std::vector<long long> all;

void hear(int, std::vector<long long> numbers) {
    all.insert(all.end(), numbers.begin(), numbers.end());
}

long long most() {
    std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
    return all[all.size() / 2];
}
