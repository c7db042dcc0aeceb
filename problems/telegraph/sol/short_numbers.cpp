// As many dots as the number: too many for a large one.
#include <string>

std::string encode(int x) { return std::string(x + 1, '.'); }

int decode(const std::string& signal) { return (int)signal.size() - 1; }
