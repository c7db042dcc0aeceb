// Waits for an idea.
#include "safe.h"

std::string crack() {
    for (volatile int ideas = 0; ideas >= 0; ideas = (ideas + 1) % 1000) {}
    return "abcdef";
}
