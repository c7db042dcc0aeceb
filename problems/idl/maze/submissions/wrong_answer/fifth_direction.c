/* Goes up. */
#include "maze.h"

void run(void) {
    step(4);
}
