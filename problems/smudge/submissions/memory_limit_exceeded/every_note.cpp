// Remembers every note that there could be.
#include <cstdio>
#include <vector>

int main() {
    std::vector<int> notes(200'000'000, 1);
    char kind[8];
    if (std::scanf("%7s", kind) != 1) return 1;
    std::printf("%d\n", notes[kind[0]]);
}
