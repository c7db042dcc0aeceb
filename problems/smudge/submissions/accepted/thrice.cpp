#include <cstdio>
#include <cstring>

int main() {
    char kind[8], text[64];
    if (std::scanf("%7s %63s", kind, text) != 2) return 1;
    int x = 0;
    if (std::strcmp(kind, "write") == 0) {
        std::sscanf(text, "%d", &x);
        for (int i = 0; i < 30; i++) std::putchar('0' + (x >> (9 - i % 10) & 1));
        std::putchar('\n');
        return 0;
    }
    for (int i = 0; i < 10; i++) {
        int ones = (text[i] == '1') + (text[i + 10] == '1') + (text[i + 20] == '1');
        x = 2 * x + (ones > 1);
    }
    std::printf("%d\n", x);
}
