#include <cstdio>

int main() {
    char kind[8];
    if (std::scanf("%7s", kind) != 1) { return 1;
    std::puts(kind);
}
