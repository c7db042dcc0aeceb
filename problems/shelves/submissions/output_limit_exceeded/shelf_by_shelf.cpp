// Puts up one more shelf, again and again.
#include <cstdio>

int main() {
    for (int shelf = 1;; shelf++) std::printf("%d\n", shelf);
}
