#include <stdio.h>
#include "mirror.h"
static int n, v[100], asked;
int ask(int i) { asked++; return v[i] + 1; }
void note(const char *text) { printf("%s\n", text); }
int main(void) {
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) if (scanf("%d", &v[i]) != 1) return 1;
    long long sum = total(n, v);
    Point p = {1, 2};
    p = mirror(p);
    printf("%lld\n%d %d\nasked %d\n", sum, p.x, p.y, asked);
    return 0;
}
