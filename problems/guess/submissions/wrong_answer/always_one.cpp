#include "guess.h"

int find(int, int) {
    return 1;
}
