#include "task.h"
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <unistd.h>

struct Before {
    Before() { early(); }
} before;

static void up(const std::string &bytes) { std::ofstream("/channel/up") << bytes << std::flush; }

int work(int what) {
    switch (what) {
    case 1: std::abort();
    case 2: std::exit(0);
    case 3: std::exit(7);
    case 4:
        for (volatile long i = 0;; i = i + 1);
    case 5: sleep(100); return 0;
    case 6: return 101;
    case 7: tell(10); return 0;
    case 8:
        for (int i = 0; i < 64; i++) close(i);
        sleep(100);
        return 0;
    case 9: {
        bool empty = std::cin.get() == EOF;
        std::cout << "half";
        std::cerr << "line";
        return empty ? 9 : 0;
    }
    case 10: up(std::string(64, 7)); return 0;
    case 11: tell(9); return 0;
    case 12: tell(8); return 0;
    case 13: return std::vector<char>(1 << 30, 1)[5];
    case 14: up("abc"); _exit(0);
    case 15: throw std::runtime_error("nobody catches it");
    case 16: return ask(3, {1, 2});
    case 17: return ask(2, {1, 2});
    }
    return what;
}

void leave() { std::exit(0); }

std::vector<int> some(int) { return {1, 2}; }
