// A note so long that no smudge could hide it all.
#include <cstdio>

int main() {
    for (;;) std::putchar('1');
}
