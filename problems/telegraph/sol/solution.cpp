#include <string>

std::string encode(int x) {
    std::string signal;
    for (int bit = 19; bit >= 0; bit--) signal += x >> bit & 1 ? '-' : '.';
    return signal;
}

int decode(const std::string& signal) {
    int x = 0;
    for (char sign : signal) x = 2 * x + (sign == '-');
    return x;
}
