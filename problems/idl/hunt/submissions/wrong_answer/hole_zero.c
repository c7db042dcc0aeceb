/* Counts holes from 0, which the interface does not. */
#include "hunt.h"

int find(int holes) {
    int low = 0, high = holes - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (before(middle)) high = middle;
        else low = middle + 1;
    }
    return low;
}
