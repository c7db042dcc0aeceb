#include <cstdio>
#include <cstring>

// The first pass is right, and the second never ends.
int main() {
    char kind[8];
    int x;
    if (std::scanf("%7s %d", kind, &x) < 1) return 1;
    volatile bool reading = std::strcmp(kind, "read") == 0;
    while (reading) {
    }
    for (int i = 9; i >= 0; i--) std::putchar('0' + (x >> i & 1));
    std::putchar('\n');
}
