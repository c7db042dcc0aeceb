// Writes the right answer, and then does not stop.
#include <cstdio>

int main() {
    for (;;) std::puts("15");
}
