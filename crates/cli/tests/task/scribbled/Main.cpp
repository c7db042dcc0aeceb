#include "task.h"
#include <cstdlib>
#include <iostream>
static void must(bool fine) { if (!fine) std::_Exit(99); }
static void digit(int x) { must(x >= 0 && x <= 9); }
int ask(int n, std::vector<int> v, Pair p) { digit(n); digit(p.a); must((int)v.size() == n); for (int x : v) digit(x); return (int)p.b.size() % 10; }
int main() {
    int seed; std::cin >> seed;
    for (int turn = 0; turn < 400; turn++) {
        int n; std::string s; std::vector<Pair> p; std::vector<std::vector<bool>> f;
        auto r = work(seed, n, s, p, f); must(n >= 0 && n <= 40 && s.size() >= 1 && s.size() <= 8 && (int)r.size() == n && (int)f.size() == n); for (auto &x : p) digit(x.a);
        for (int x : r) must(x >= 0 && x <= 50);
        if (turn % 50 == 0) { auto b = bulk(seed); must(b.size() == 100000); for (auto x : b) must(x <= 3); }
    }
    std::cout << "whole\n";
}
