#include "task.h"
#include <stdio.h>
#include <string.h>

int ask(int n, int v[], Pair p) {
    int t = p.a + (int)strlen(p.b);
    for (int i = 0; i < n; i++) t += v[i];
    return t % 10;
}

int main(void) {
    int seed;
    if (scanf("%d", &seed) != 1) return 9;
    for (int turn = 0; turn < 3; turn++) {
        int n;
        const char *s;
        Pair p[2];
        bool flags[80];
        int *r = work(seed, &n, &s, p, flags);
        int t = (int)strlen(s) + p[0].a;
        for (int i = 0; i < n; i++) t += r[i] + flags[i];
        printf("%d\n", t);
    }
    return 0;
}
