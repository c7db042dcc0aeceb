#include "task.h"
#include <iostream>

void twice() {}
void often() {}
void others() { std::cout << "other "; }

int main() {
    int what;
    std::cin >> what;
    work(what);
    idle();
    once();
    if (what == 4) once();
    std::cout << "done\n";
}
