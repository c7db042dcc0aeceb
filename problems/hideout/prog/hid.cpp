#include <cstdio>
#include <cstring>

int main() {
    long long low = 1, high;
    char answer[8];
    if (std::scanf("%lld", &high) != 1) return 1;
    for (;;) {
        long long middle = (low + high) / 2;
        std::printf("ask %lld\n", middle);
        std::fflush(stdout);
        if (std::scanf("%7s", answer) != 1) return 1;
        if (std::strcmp(answer, "here") == 0) return 0;
        if (std::strcmp(answer, "left") == 0) high = middle - 1;
        else low = middle + 1;
    }
}
