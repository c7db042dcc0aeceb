#define _GNU_SOURCE
#include "task.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((constructor)) static void before(void) { early(); }

static void up(const char *bytes, size_t n) {
    int file = open("/channel/up", O_WRONLY);
    if (write(file, bytes, n) != (ssize_t)n) _exit(99);
}

int work(int what) {
    int few[2] = {1, 2};
    switch (what) {
    case 1: abort();
    case 2: exit(0);
    case 3: exit(7);
    case 4:
        for (volatile long i = 0;; i++);
    case 5: sleep(100); return 0;
    case 6: return 101;
    case 7: tell(10); return 0;
    case 8:
        for (int i = 0; i < 64; i++) close(i);
        sleep(100);
        return 0;
    case 9: {
        int c = getchar();
        printf("half");
        fprintf(stderr, "line");
        return c == EOF ? 9 : 0;
    }
    case 10: {
        char sevens[64];
        memset(sevens, 7, sizeof sevens);
        up(sevens, sizeof sevens);
        return 0;
    }
    case 11: tell(9); return 0;
    case 12: tell(8); return 0;
    case 13: {
        char *p = malloc(1 << 30);
        for (long i = 0; i < 1 << 30; i += 4096) p[i] = 1;
        return p[5];
    }
    case 14: up("abc", 3); _exit(0);
    case 15: return *(volatile int *)0;
    case 16: return ask(-1, few);
    case 17: return ask(2, few);
    }
    return what;
}

void leave(void) { exit(0); }

int *some(int n) {
    (void)n;
    static int wrong[3] = {1, 10, 2};
    return wrong;
}
