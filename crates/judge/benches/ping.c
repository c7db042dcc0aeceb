/* ping INPUT ANSWER FEEDBACK/ COUNT: COUNT round trips; writes nanoseconds of one to the feedback. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

int main(int argc, char **argv) {
    char byte = 'x', path[4096];
    long count = atol(argv[argc - 1]);
    for (int warm = 0; warm < 1000; warm++)
        if (write(1, &byte, 1) != 1 || read(0, &byte, 1) != 1)
            return 1;
    double start = now();
    for (long round = 0; round < count; round++)
        if (write(1, &byte, 1) != 1 || read(0, &byte, 1) != 1)
            return 1;
    double each = (now() - start) / count;
    snprintf(path, sizeof path, "%sjudgemessage.txt", argv[3]);
    FILE *file = fopen(path, "w");
    fprintf(file, "%.1f\n", each);
    fclose(file);
    return 42;
}
