#include "task.h"
#include <iostream>

int main() {
    for (int n : {0, 1, 65530, 65531, 65532, 65533, 131072, 300000}) {
        std::vector<int> v(n);
        for (int i = 0; i < n; i++) v[i] = i * 7 + n;
        std::vector<int> r = next(n, v);
        for (int i = 0; i < n; i++) if (r[i] != v[i] + 1) return 9;
    }
    std::cout << "whole\n";
}
