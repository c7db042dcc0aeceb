// Carries pigeons from one tower to the other. Input: a seed, n, the message.
#include "pigeons.h"

#include <iostream>
#include <random>

static std::vector<int> pigeons, said;

void release(int number) {
    pigeons.push_back(number);
}

void say(int number) {
    said.push_back(number);
}

int main() {
    unsigned seed;
    int n;
    if (!(std::cin >> seed >> n)) return 2;
    std::vector<int> message(n);
    for (int &number : message) std::cin >> number;
    encode(n, message);
    if (static_cast<int>(pigeons.size()) > 10 * n) {
        std::cerr << pigeons.size() << " pigeons for " << n << " numbers\n";
        return 43;
    }
    std::mt19937 random(seed);
    for (std::size_t i = pigeons.size(); i > 1; i--) std::swap(pigeons[i - 1], pigeons[random() % i]);
    decode(n, static_cast<int>(pigeons.size()), pigeons);
    if (said != message) {
        std::cerr << "another message arrived\n";
        return 43;
    }
    std::cout << "correct\n";
}
