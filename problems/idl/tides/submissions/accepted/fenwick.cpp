// The water before place p is p * slope + offset, both summed over what began before p.
#include "tides.h"

static std::vector<long long> slope, offset;

static void add(std::vector<long long> &tree, int place, long long value) {
    for (std::size_t i = place + 1; i < tree.size(); i += i & -i) tree[i] += value;
}

static long long sum(const std::vector<long long> &tree, int place) {
    long long sum = 0;
    for (std::size_t i = place; i > 0; i -= i & -i) sum += tree[i];
    return sum;
}

void measure(int n, std::vector<int> heights) {
    slope.assign(n + 2, 0);
    offset.assign(n + 2, 0);
    for (int i = 0; i < n; i++) add(offset, i, heights[i]);
}

void rise(int first, int last, int more) {
    add(slope, first, more);
    add(offset, first, -1LL * more * first);
    add(slope, last + 1, -more);
    add(offset, last + 1, 1LL * more * (last + 1));
}

static long long before(int place) {
    return place * sum(slope, place) + sum(offset, place);
}

long long water(int first, int last) {
    return before(last + 1) - before(first);
}
