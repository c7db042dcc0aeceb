#include "task.h"
#include <ctime>

int f(int, std::vector<int> v) { return v.empty() ? 0 : v.back(); }

long long cpu() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}
