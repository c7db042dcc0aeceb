// Asks about water, and knows it from two Fenwick trees. Input: n, the number of calls, a seed.
#include "tides.h"

#include <iostream>
#include <random>

namespace {

// Sums of the first places, where a place can change.
struct Sums {
    std::vector<long long> tree;
    explicit Sums(int n) : tree(n + 1) {}
    void add(int place, long long value) {
        for (std::size_t i = place + 1; i < tree.size(); i += i & -i) tree[i] += value;
    }
    long long before(int place) const {
        long long sum = 0;
        for (std::size_t i = place; i > 0; i -= i & -i) sum += tree[i];
        return sum;
    }
};

} // namespace

int main() {
    int n, calls;
    unsigned seed;
    if (!(std::cin >> n >> calls >> seed)) return 2;
    std::mt19937 random(seed);
    std::vector<int> heights(n);
    // The water before a place p is p * slope.before(p) + offset.before(p).
    Sums slope(n + 1), offset(n + 1);
    for (int i = 0; i < n; i++) {
        heights[i] = static_cast<int>(random() % 1000000001);
        offset.add(i, heights[i]);
    }
    auto before = [&](int place) { return place * slope.before(place) + offset.before(place); };
    measure(n, heights);
    for (int call = 0; call < calls; call++) {
        int first = static_cast<int>(random() % n), last = static_cast<int>(random() % n);
        if (first > last) std::swap(first, last);
        if (random() % 2) {
            int more = static_cast<int>(random() % 1000001);
            rise(first, last, more);
            slope.add(first, more);
            offset.add(first, -1LL * more * first);
            slope.add(last + 1, -more);
            offset.add(last + 1, 1LL * more * (last + 1));
        } else {
            long long expected = before(last + 1) - before(first), found = water(first, last);
            if (found != expected) {
                std::cerr << "call " << call + 1 << ": " << found << " instead of " << expected << '\n';
                return 43;
            }
        }
    }
    std::cout << "correct\n";
}
