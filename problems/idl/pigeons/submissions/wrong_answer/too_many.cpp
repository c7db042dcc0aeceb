// A pigeon more for each number than the interface allows in all.
#include "pigeons.h"

void encode(int n, std::vector<int> message) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 11; k++) release(message[i]);
}

void decode(int, int, std::vector<int>) {
}
