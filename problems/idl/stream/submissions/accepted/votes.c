#include "stream.h"

static long long candidate, votes;

void hear(int n, long long numbers[]) {
    for (int i = 0; i < n; i++) {
        if (votes == 0) candidate = numbers[i];
        votes += numbers[i] == candidate ? 1 : -1;
    }
}

long long most(void) {
    return candidate;
}
