// Finds the switch of each door by halving what is left.
#define _POSIX_C_SOURCE 200809L
#include "cave.h"
#include <time.h>

static int rounds, position[5000], door_of[5000], tried[5000];
static volatile unsigned kept;

// Whether the door is open when the switches from `low` on, below `high`, that are not known are `value`.
static int opens(int n, int door, int low, int high, int value) {
    unsigned computed = (unsigned)door;
    for (int i = 0; i < rounds; i++) computed = computed * 1103515245u + 12345u;
    kept = computed;
    for (int i = 0; i < n; i++) tried[i] = door_of[i] >= 0 ? position[i] : i >= low && i < high ? value : !value;
    int first = tryCombination(n, tried);
    return first < 0 || first > door;
}

void exploreCave(int n, int rounds_more) {
    rounds = rounds_more;
    for (int i = 0; i < n; i++) door_of[i] = -1;
    for (int door = 0; door < n; door++) {
        int value = opens(n, door, 0, n, 0) ? 0 : 1, low = 0, high = n;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (opens(n, door, low, middle, value)) high = middle;
            else low = middle;
        }
        position[low] = value;
        door_of[low] = door;
    }
    answer(n, position, door_of);
}

long long cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}
