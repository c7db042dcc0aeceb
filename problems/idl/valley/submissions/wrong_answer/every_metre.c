/* Asks at every metre. */
#include "valley.h"

double deepest(void) {
    double best = 0;
    for (int metre = 1; metre <= 1000; metre++)
        if (height(metre) < height(best)) best = metre;
    return best;
}
