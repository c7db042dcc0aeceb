// Keeps 32 of the 64 bits.
#include "stream.h"

static int candidate, votes;

void hear(int, std::vector<long long> numbers) {
    for (long long number : numbers) {
        if (votes == 0) candidate = static_cast<int>(number);
        votes += static_cast<int>(number) == candidate ? 1 : -1;
    }
}

long long most() {
    return candidate;
}
