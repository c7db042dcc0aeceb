// A table of all signals, on both sides.
#include <string>
#include <vector>

static std::vector<int> signals(200'000'000, 1);

std::string encode(int x) { return std::string(signals[x], '.'); }

int decode(const std::string& signal) { return signals[signal.size()]; }
