#include <numeric>
#include "mirror.h"
long long total(int, std::vector<int> v) {
    note("mirrored");
    return std::accumulate(v.begin(), v.end(), 0LL) + ask(0);
}
Point mirror(Point p) { return {p.y, p.x}; }
