// Input: the greatest number, the secret one, and how many questions may be asked.
#include "guess.h"

#include <cstdlib>
#include <iostream>

namespace {

int secret, left;

}  // namespace

int ask(int number) {
    if (left == 0) {
        // 43 is "wrong answer", whatever was printed; the jury reads the reason.
        std::cerr << "one question too many\n";
        std::exit(43);
    }
    left--;
    return (secret > number) - (secret < number);
}

int main() {
    int most;
    std::cin >> most >> secret >> left;
    // What is printed is compared with the answer file.
    std::cout << find(most, left) << "\n";
}
