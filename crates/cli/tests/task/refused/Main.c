#include "task.h"
#include <stdio.h>

void twice(void) {}
void often(void) {}
void others(void) { printf("other "); }

int main(void) {
    int what;
    if (scanf("%d", &what) != 1) return 9;
    work(what);
    idle();
    once();
    if (what == 4) once();
    printf("done\n");
    return 0;
}
