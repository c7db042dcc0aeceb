#include <cstdio>

int main() {
    int n, first = 1;
    if (std::scanf("%d", &n) != 1) return 1;
    while (n > 1) {
        int m = (n + 1) / 3;
        std::printf("? %d", m);
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < m; i++)
                std::printf("%c%d", i == 0 ? '\n' : ' ', first + side * m + i);
        std::printf("\n");
        std::fflush(stdout);
        char answer;
        if (std::scanf(" %c", &answer) != 1) return 1;
        if (answer == '<') first += m;
        if (answer == '=') first += 2 * m;
        n = answer == '=' ? n - 2 * m : m;
    }
    std::printf("! %d\n", first);
}
