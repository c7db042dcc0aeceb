#include "guess.h"

#include <cstdlib>

int find(int most, int) {
    if (ask(most) < 0) std::abort();
    return most;
}
