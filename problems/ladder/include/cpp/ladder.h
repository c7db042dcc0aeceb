// The ways up a ladder of n rungs of which some are broken; broken[0] is the ground.
#pragma once
#include <vector>

int ways(int n, const std::vector<bool>& broken);
