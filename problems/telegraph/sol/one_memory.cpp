// Believes that both processes share a variable.
#include <string>

static int number = 0;

std::string encode(int x) {
    number = x;
    return ".";
}

int decode(const std::string&) { return number; }
