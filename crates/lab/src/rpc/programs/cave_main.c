// A cave of so many doors; prints wall time and CPU time of the process that explores it, nanoseconds.
#include "cave.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int size, rounds, right[5000], of_door[5000], calls, answered;
static unsigned computed;

int tryCombination(int n, int s[]) {
    calls++;
    for (int i = 0; i < rounds; i++) computed = computed * 1103515245u + 12345u + (unsigned)s[0];
    for (int door = 0; door < n; door++)
        if (s[of_door[door]] != right[of_door[door]]) return door;
    return -1;
}

void answer(int n, int s[], int d[]) {
    answered = n == size;
    for (int door = 0; door < n; door++)
        if (s[of_door[door]] != right[of_door[door]] || d[of_door[door]] != door) answered = 0;
}

static long long now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    size = atoi(arguments[1]);
    rounds = atoi(arguments[2]);
    unsigned random = 12345;
    for (int i = 0; i < size; i++) of_door[i] = i;
    for (int i = size - 1; i > 0; i--) {
        random = random * 1103515245u + 12345u;
        int other = (int)(random / 65536u % (unsigned)(i + 1)), kept = of_door[i];
        of_door[i] = of_door[other];
        of_door[other] = kept;
        right[i] = (int)(random / 1048576u % 2u);
    }
    const long long cpu_before = cpu(), before = now();
    exploreCave(size, rounds);
    const long long wall = now() - before, cpu_spent = cpu() - cpu_before;
    // Never so, but then nothing of it can be left out.
    if (rounds > 0 && computed == 1) puts("");
    if (!answered || calls > 70000) return 3;
    printf("%lld %lld\n", wall, cpu_spent);
    return 0;
}
