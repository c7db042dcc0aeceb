#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static long deep(long depth) {
    volatile char room[160];
    room[depth % 160] = 1;
    return depth == 0 ? 0 : deep(depth - 1) + room[depth % 160];
}

static void *work(void *argument) {
    long *sum = argument;
    for (long i = 1; i <= 1000; i++) *sum += i;
    return NULL;
}

int main(void) {
    char word[16];
    if (scanf("%15s", word) != 1) return 2;
    if (!strcmp(word, "sum")) {
        long sum = 0, number;
        while (scanf("%ld", &number) == 1) sum += number;
        printf("%ld\n", sum);
    } else if (!strcmp(word, "deep")) {
        long depth;
        if (scanf("%ld", &depth) != 1) return 2;
        printf("%ld\n", deep(depth));
    } else if (!strcmp(word, "threads")) {
        pthread_t threads[4];
        long sums[4] = {0}, sum = 0;
        for (int i = 0; i < 4; i++)
            if (pthread_create(&threads[i], NULL, work, &sums[i])) return 3;
        for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL), sum += sums[i];
        printf("%ld\n", sum);
    } else if (!strcmp(word, "fail")) {
        return 7;
    } else if (!strcmp(word, "memory")) {
        for (;;) {
            // The compiler may not leave out what it cannot see through.
            volatile char *piece = malloc(1 << 20);
            for (int i = 0; i < 1 << 20; i += 64) piece[i] = 1;
        }
    } else if (!strcmp(word, "loop")) {
        for (volatile long i = 0;; i++) {}
    } else if (!strcmp(word, "network")) {
        puts(socket(AF_INET, SOCK_STREAM, 0) < 0 ? "refused" : "open");
    }
    return 0;
}
