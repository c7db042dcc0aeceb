// The orchard. Input: its shape, the trees, a seed.
#include "orchard.h"

#include <algorithm>
#include <iostream>
#include <random>

namespace {

std::vector<int> down, fruit, standing;

[[noreturn]] void wrong(const std::string &why) {
    std::cerr << why << '\n';
    std::exit(43);
}

} // namespace

void walk(int tree) {
    if (tree >= static_cast<int>(down.size())) wrong("there is no tree " + std::to_string(tree));
    for (; tree >= 0; tree = down[tree]) {
        standing.push_back(tree);
        visit(tree);
        standing.pop_back();
    }
}

int apples(int tree) {
    if (standing.empty() || standing.back() != tree) wrong("nobody stands at tree " + std::to_string(tree));
    return fruit[tree];
}

int main() {
    std::string shape;
    int trees;
    unsigned seed;
    if (!(std::cin >> shape >> trees >> seed)) return 2;
    std::mt19937 random(seed);
    std::vector<long long> sum(trees);
    long long most = 0;
    for (int tree = 0; tree < trees; tree++) {
        int next = tree == 0 ? -1 : shape == "avenue" ? tree - 1 : shape == "star" ? 0 : static_cast<int>(random() % tree);
        down.push_back(next);
        fruit.push_back(static_cast<int>(random() % 1000001));
        sum[tree] = fruit[tree] + (next < 0 ? 0 : sum[next]);
        most = std::max(most, sum[tree]);
    }
    arrive(trees);
    long long found = best();
    if (found != most) wrong("best is " + std::to_string(most) + ", not " + std::to_string(found));
    std::cout << "correct\n";
}
