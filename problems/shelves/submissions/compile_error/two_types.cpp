// A text is no number.
#include <cstdio>
#include <string>

int main() {
    int n = std::string("books");
    std::printf("%d\n", n);
}
