// Looks into each hole.
#include "hunt.h"

int find(int holes) {
    for (int hole = 1; hole < holes; hole++)
        if (before(hole)) return hole;
    return holes;
}
