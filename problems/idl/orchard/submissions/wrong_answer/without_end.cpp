// Walks from each tree that it visits.
#include "orchard.h"

static long long sum;

void arrive(int n) {
    walk(n - 1);
}

void visit(int tree) {
    sum += apples(tree);
    walk(tree);
}

long long best() {
    return sum;
}
