#include <iostream>
#include <vector>
#include "mirror.h"
static std::vector<int> v;
static int asked;
int ask(int i) { asked++; return v.at(i) + 1; }
void note(std::string text) { std::cout << text << '\n'; }
int main() {
    int n;
    std::cin >> n;
    v.resize(n);
    for (int &one : v) std::cin >> one;
    long long sum = total(n, v);
    Point p = mirror({1, 2});
    std::cout << sum << '\n' << p.x << ' ' << p.y << "\nasked " << asked << '\n';
}
