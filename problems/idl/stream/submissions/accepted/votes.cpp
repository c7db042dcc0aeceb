// Numbers that differ cancel each other; the most common one is left.
#include "stream.h"

static long long candidate, votes;

void hear(int, std::vector<long long> numbers) {
    for (long long number : numbers) {
        if (votes == 0) candidate = number;
        votes += number == candidate ? 1 : -1;
    }
}

long long most() {
    return candidate;
}
