/* Believes that the last number is as good as any. */
#include "stream.h"

static long long last;

void hear(int n, long long numbers[]) {
    last = numbers[n - 1];
}

long long most(void) {
    return last;
}
