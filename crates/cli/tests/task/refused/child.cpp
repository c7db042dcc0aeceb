#include "task.h"

void work(int what) {
    for (int i = 0; i < (what == 1 ? 3 : 2); i++) twice();
    for (int i = 0; i < (what == 2 ? 4 : 3); i++) often();
    if (what == 3) others();
}

void once() {}
