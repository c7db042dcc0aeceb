/* Sends a stream of numbers. Input: how many, the one that more than half are, a seed. */
#include "stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static uint64_t next_random(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

int main(void) {
    static long long piece[PIECE];
    long long many, most_common, seed;
    if (scanf("%lld %lld %lld", &many, &most_common, &seed) != 3) return 2;
    state = (uint64_t)seed * 2 + 1;
    /* Of what is left, `common` numbers are still to be the one; at random which. */
    long long common = many / 2 + 1;
    while (many > 0) {
        int n = many < PIECE ? (int)many : PIECE;
        for (int i = 0; i < n; i++, many--) {
            if (next_random() % (uint64_t)many < (uint64_t)common) {
                piece[i] = most_common;
                common--;
            } else {
                piece[i] = (long long)next_random();
            }
        }
        hear(n, piece);
    }
    long long said = most();
    if (said != most_common) {
        fprintf(stderr, "it is %lld, not %lld\n", most_common, said);
        return 43;
    }
    puts("correct");
    return 0;
}
