// Believes that pigeons arrive as they left.
#include "pigeons.h"

void encode(int, std::vector<int> message) {
    for (int number : message) release(number);
}

void decode(int, int, std::vector<int> pigeons) {
    for (int number : pigeons) say(number);
}
