#include <cstring>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <vector>

static long deep(long depth) {
    volatile char room[160];
    room[depth % 160] = 1;
    return depth == 0 ? 0 : deep(depth - 1) + room[depth % 160];
}

int main() {
    std::string word;
    std::cin >> word;
    if (word == "sum") {
        long sum = 0, number;
        while (std::cin >> number) sum += number;
        std::cout << sum << '\n';
    } else if (word == "deep") {
        long depth;
        std::cin >> depth;
        std::cout << deep(depth) << '\n';
    } else if (word == "threads") {
        std::vector<long> sums(4);
        std::vector<std::thread> threads;
        for (auto &sum : sums)
            threads.emplace_back([&sum] { for (long i = 1; i <= 1000; i++) sum += i; });
        for (auto &thread : threads) thread.join();
        std::cout << std::accumulate(sums.begin(), sums.end(), 0L) << '\n';
    } else if (word == "fail") {
        throw std::runtime_error("as asked");
    } else if (word == "memory") {
        std::vector<std::string> all;
        for (;;) all.emplace_back(1 << 20, 'x');
    } else if (word == "loop") {
        for (volatile long i = 0;; i = i + 1) {}
    } else if (word == "network") {
        std::cout << (socket(AF_INET, SOCK_STREAM, 0) < 0 ? "refused" : "open") << '\n';
    }
}
