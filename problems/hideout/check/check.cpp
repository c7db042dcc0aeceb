// Talks with the program; three lines on standard error: OK or WRONG, a percentage, a comment.
#include <cstdio>
#include <fstream>

int main(int, char** argv) {
    long long n = 0, hideout = 0, house = 0;
    std::ifstream(argv[1]) >> n >> hideout;
    std::printf("%lld\n", n);
    std::fflush(stdout);
    for (int asked = 1; asked <= 35; asked++) {
        if (std::scanf(" ask %lld", &house) != 1) {
            std::fprintf(stderr, "WRONG\n\nno question after %d\n", asked - 1);
            return 0;
        }
        if (house == hideout) {
            std::puts("here");
            std::fflush(stdout);
            std::fprintf(stderr, "OK\n%d\n%d questions\n", asked <= 30 ? 100 : 50, asked);
            return 0;
        }
        std::puts(hideout < house ? "left" : "right");
        std::fflush(stdout);
    }
    std::fprintf(stderr, "WRONG\n\nmore than 35 questions\n");
}
