#include "task.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void must(int fine) { if (!fine) _Exit(99); }
static void digit(int x) { must(x >= 0 && x <= 9); }
int ask(int n, int v[], Pair p) { digit(n); digit(p.a); for (int i = 0; i < n; i++) digit(v[i]); return (int)strlen(p.b) % 10; }
int main(void) {
    int seed; if (scanf("%d", &seed) != 1) return 9;
    for (int turn = 0; turn < 400; turn++) {
        int n; const char *s; Pair p[2]; bool flags[80];
        int *r = work(seed, &n, &s, p, flags); must(n >= 0 && n <= 40 && strlen(s) >= 1 && strlen(s) <= 8); digit(p[0].a); digit(p[1].a);
        for (int i = 0; i < n; i++) must(r[i] >= 0 && r[i] <= 50);
        free(r); free((void *)s);
        if (turn % 50 == 0) { unsigned char *b = bulk(seed); for (int i = 0; i < 100000; i++) must(b[i] <= 3); free(b); }
    }
    puts("whole"); return 0;
}
