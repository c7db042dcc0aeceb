#include "task.h"
#include <iostream>

int ask(int n, std::vector<int> v, Pair p) {
    int t = p.a + (int)p.b.size();
    for (int i = 0; i < n; i++) t += v[i];
    return t % 10;
}

int main() {
    int seed;
    std::cin >> seed;
    for (int turn = 0; turn < 3; turn++) {
        int n;
        std::string s;
        std::vector<Pair> p;
        std::vector<std::vector<bool>> f;
        auto r = work(seed, n, s, p, f);
        int t = (int)s.size() + p[1].a;
        for (int i = 0; i < n; i++) t += r[i] + f[i][1];
        std::cout << t << "\n";
    }
}
