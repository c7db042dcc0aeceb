// The loop is not closed.
#include <cstdio>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    while (n > 1) {
        std::printf("? 1\n1\n2\n");
}
