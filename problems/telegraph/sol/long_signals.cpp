// Three dots or dashes for each bit: right, and worth half of the points.
#include <string>

std::string encode(int x) {
    std::string signal;
    for (int bit = 19; bit >= 0; bit--) signal += x >> bit & 1 ? "---" : "...";
    return signal;
}

int decode(const std::string& signal) {
    int x = 0;
    for (std::size_t i = 0; i < signal.size(); i += 3) x = 2 * x + (signal[i] == '-');
    return x;
}
