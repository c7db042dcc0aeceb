#define _POSIX_C_SOURCE 200809L
#include "task.h"
#include <time.h>

int f(int n, int v[]) { return n > 0 ? v[n - 1] : 0; }

long long cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}
