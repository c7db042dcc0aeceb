#include "task.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static const int lengths[] = {0, 1, 65530, 65531, 65532, 65533, 131072, 300000};
    static int v[300000];
    for (int k = 0; k < 8; k++) {
        int n = lengths[k];
        for (int i = 0; i < n; i++) v[i] = i * 7 + k;
        int *r = next(n, v);
        for (int i = 0; i < n; i++) if (r[i] != v[i] + 1) return 9;
        free(r);
    }
    puts("whole");
    return 0;
}
