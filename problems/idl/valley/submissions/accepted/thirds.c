#include "valley.h"

double deepest(void) {
    double low = 0, high = 1000;
    for (int step = 0; step < 50; step++) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (height(a) < height(b)) high = b;
        else low = a;
    }
    return low;
}
