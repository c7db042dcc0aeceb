#include "heaps.h"

Move play(int n, int heaps[]) {
    Move move = {0, 1};
    int sum = 0;
    for (int i = 0; i < n; i++) sum ^= heaps[i];
    for (int i = 0; i < n; i++) {
        if ((heaps[i] ^ sum) < heaps[i]) {
            move.heap = i;
            move.stones = heaps[i] - (heaps[i] ^ sum);
        }
    }
    return move;
}
