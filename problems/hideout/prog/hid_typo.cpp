#include <cstdio>

int main() {
    int n = 0
    std::printf("ask %d\n", n);
}
