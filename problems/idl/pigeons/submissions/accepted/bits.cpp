// One pigeon for each bit that is set: 32 numbers of 8 bits are 256 places.
#include "pigeons.h"

void encode(int n, std::vector<int> message) {
    for (int place = 0; place < 8 * n; place++)
        if (message[place / 8] >> place % 8 & 1) release(place);
}

void decode(int n, int, std::vector<int> pigeons) {
    std::vector<int> message(n);
    for (int place : pigeons) message[place / 8] |= 1 << place % 8;
    for (int number : message) say(number);
}
