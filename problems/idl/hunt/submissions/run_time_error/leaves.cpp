// Goes home in the middle of the hunt.
#include "hunt.h"

#include <cstdlib>

int find(int) {
    before(1);
    std::exit(0);
}
