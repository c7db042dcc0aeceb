#include "ladder.h"

int way(int n, const std::vector<bool>& broken) { return broken[n] ? 0 : n; }
