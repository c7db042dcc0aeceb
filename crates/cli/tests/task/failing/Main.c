#include "task.h"
#include <stdio.h>
#include <stdlib.h>

static int before;

void early(void) { before++; }

void tell(int x) {
    if (x == 9) {
        printf("told\n");
        exit(0);
    }
    if (x == 8) abort();
}

int ask(int n, int v[]) { return n > 0 ? v[0] : 0; }

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 9;
    if (n == 22) abort();
    if (n == 23) return 5;
    if (n == 24) leave();
    if (n == 25) printf("%d\n", some(3)[0]);
    int answer = work(n);
    printf("%d %d\n", answer, before);
    return 0;
}
