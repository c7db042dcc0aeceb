// Breaks a promise of the interface: what it asks about is out of its range.
#include "guess.h"

int find(int most, int) {
    return ask(0) > 0 ? most : 1;
}
