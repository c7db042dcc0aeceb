#include "hunt.h"

int find(int holes) {
    int low = 1, high = holes;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (before(middle)) high = middle;
        else low = middle + 1;
    }
    return low;
}
