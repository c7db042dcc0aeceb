#include "task.h"

void idle(void) { others(); }
