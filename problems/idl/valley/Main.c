/* A valley with two slopes. Input: where it is deepest, its steepness on the left and on the right. */
#include "valley.h"

#include <math.h>
#include <stdio.h>

static double place_of_deepest, left, right;

double height(double place) {
    double way = place - place_of_deepest;
    return way < 0 ? -left * way : right * way;
}

int main(void) {
    if (scanf("%lf %lf %lf", &place_of_deepest, &left, &right) != 3) return 2;
    double said = deepest();
    if (!(fabs(said - place_of_deepest) <= 0.001)) {
        fprintf(stderr, "%.6f is not near %.6f\n", said, place_of_deepest);
        return 43;
    }
    puts("correct");
    return 0;
}
