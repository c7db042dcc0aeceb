#include "task.h"
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static unsigned char *region;
static uint64_t state;
static uint32_t dice(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (uint32_t)(state >> 32); }
static volatile int kind = -1;
static void *scribble(void *nothing) {
    while (kind < 0);
    for (;;) {
        unsigned rest = kind / 6 % 3 == 0 ? 0 : kind / 6 % 3 == 1 ? 200 : 20000;
        for (unsigned i = 0; i < rest; i++) __asm__ volatile("");
        uint32_t *words = (uint32_t *)region;
        switch (kind % 6) {
        case 0: region[dice() % (4096 + 2 * 262144)] = (unsigned char)dice(); break;
        case 1: region[4096 + 262144 + dice() % 200] = (unsigned char)dice(); break;
        case 2: words[32 + dice() % 6] += dice() % 3 - 1; break;
        case 3: words[16 + dice() % 6] = dice() % 5; break;
        case 4: memset(region + 4096 + 262144 + dice() % 256, (int)dice(), dice() % 1000); break;
        case 5: words[(4096 + 262144) / 4 + dice() % 40] ^= 1u << dice() % 32; break;
        }
    }
    return nothing;
}
__attribute__((constructor)) static void begin(void) {
    region = mmap(NULL, 4096 + 2 * 262144, PROT_READ | PROT_WRITE, MAP_SHARED, 102, 0);
    pthread_t thread;
    if (region == MAP_FAILED || pthread_create(&thread, NULL, scribble, NULL) != 0) abort();
}
int *work(int seed, int *n, const char **s, Pair pairs[], bool flags[][2]) {
    static int r[40], v[9];
    static int turns = 0;
    // Some turns are left in peace, so that the session is not over at once.
    if (++turns == 1 + seed % 7) { state = (uint64_t)seed * 0x9e3779b97f4a7c15u | 1; kind = seed % 18; }
    *n = turns % 41;
    *s = "abcdefgh";
    for (int i = 0; i < 2; i++) pairs[i] = (Pair){turns % 10, "xyz"};
    memset(flags, 1, (size_t)*n * 2);
    for (int i = 0; i < *n; i++) r[i] = i;
    for (int i = 0; i < 9; i++) v[i] = i;
    if (turns % 3 == 0) ask(9, v, pairs[0]);
    return r;
}
unsigned char *bulk(int seed) { static unsigned char b[100000]; memset(b, seed % 4, sizeof b); return b; }
