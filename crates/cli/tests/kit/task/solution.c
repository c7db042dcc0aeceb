#include "mirror.h"
long long total(int n, int v[]) {
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += v[i];
    note("mirrored");
    return sum + ask(0);
}
Point mirror(Point p) {
    Point q = {p.y, p.x};
    return q;
}
