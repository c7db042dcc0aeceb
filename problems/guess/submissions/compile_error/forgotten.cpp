// Calls a function that the interface does not have.
#include "guess.h"

int find(int most, int) {
    return tell(most);
}
