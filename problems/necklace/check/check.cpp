// Three lines on standard output: OK or WRONG, a percentage or nothing, a comment.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

static int wrong(const char* why, long long where) {
    std::printf("WRONG\n\n%s %lld\n", why, where);
    return 0;
}

int main(int, char** argv) {
    std::ifstream input(argv[1]), answer(argv[2]), output(argv[3]);
    long long n = 0;
    std::string jury, first;
    input >> n;
    answer >> jury;
    if (!(output >> first)) return wrong("the output is empty; n was", n);
    if (first == "NO") {
        std::string more;
        if (output >> more) return wrong("something follows NO; n was", n);
        if (jury != "NO") return wrong("there is a necklace for", n);
        std::printf("OK\n\n\n");
        return 0;
    }
    std::vector<bool> used(n + 1);
    long long before = -1;
    char* end = nullptr;
    long long bead = std::strtoll(first.c_str(), &end, 10);
    if (*end != '\0') return wrong("the output does not begin with a number; n was", n);
    for (long long place = 1; place <= n; place++) {
        if (place > 1 && !(output >> bead)) return wrong("a bead is missing at place", place);
        if (bead < 1 || bead > n || used[bead]) return wrong("a wrong bead at place", place);
        if (place > 1 && std::llabs(bead - before) == 1) return wrong("neighbours at place", place);
        used[bead] = true;
        before = bead;
    }
    if (output >> first) return wrong("something follows the last bead", n);
    std::printf("OK\n\n\n");
}
