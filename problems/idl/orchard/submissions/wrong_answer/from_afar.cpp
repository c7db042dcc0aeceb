// Counts apples of a tree at which it does not stand.
#include "orchard.h"

void arrive(int) {
}

void visit(int) {
}

long long best() {
    return apples(0);
}
