/* Never takes a step. */
#include "maze.h"

void run(void) {
    for (volatile int thoughts = 0;; thoughts++) {}
}
