#include "guess.h"

int find(int most, int questions) {
    int step = 1, number = 0;
    (void)questions;
    while (step * 2 <= most) step *= 2;
    // The greatest number that the secret is not smaller than, bit by bit.
    for (; step > 0; step /= 2)
        if (number + step <= most && ask(number + step) >= 0) number += step;
    return number;
}
