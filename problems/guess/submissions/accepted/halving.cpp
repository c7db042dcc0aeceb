#include "guess.h"

int find(int most, int) {
    int low = 1, high = most;
    while (low < high) {
        int middle = low + (high - low) / 2;
        int answer = ask(middle);
        if (answer == 0) return middle;
        if (answer > 0) low = middle + 1;
        else high = middle - 1;
    }
    return low;
}
