#include "task.h"

int *next(int n, int v[]) {
    static int r[300000];
    for (int i = 0; i < n; i++) r[i] = v[i] + 1;
    return r;
}
