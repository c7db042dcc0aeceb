#include "task.h"
#include <cstdlib>
#include <iostream>

static int before;

void early() { before++; }

void tell(int x) {
    if (x == 9) {
        std::cout << "told\n";
        std::exit(0);
    }
    if (x == 8) std::abort();
}

int ask(int n, std::vector<int> v) { return n > 0 ? v[0] : 0; }

int main() {
    int n;
    std::cin >> n;
    if (n == 22) std::abort();
    if (n == 23) return 5;
    if (n == 24) leave();
    if (n == 25) std::cout << some(3)[0] << "\n";
    int answer = work(n);
    std::cout << answer << " " << before << "\n";
}
