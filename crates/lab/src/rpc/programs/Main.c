// Calls f with an array of so many bytes: some times first, N times that count; prints wall time and the child's CPU time, nanoseconds.
#include "task.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int count, char **arguments) {
    static int v[16384];
    if (count != 4) return 2;
    const int n = atoi(arguments[1]) / 4, calls = atoi(arguments[2]), first = atoi(arguments[3]);
    for (int i = 0; i < n; i++) v[i] = i + 1;
    // Caches, run-time compilers and page tables warm up first.
    long long sum = 0;
    for (int i = 0; i < first; i++) sum += f(n, v);
    sum = 0;
    const long long cpu_before = cpu(), before = now();
    for (int i = 0; i < calls; i++) sum += f(n, v);
    const long long wall = now() - before, cpu_spent = cpu() - cpu_before;
    if (sum != (long long)n * calls) return 3;
    printf("%lld %lld\n", wall, cpu_spent);
    return 0;
}
