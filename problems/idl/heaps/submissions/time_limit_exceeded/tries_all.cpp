// Tries all games to their ends.
#include "heaps.h"

static bool wins(std::vector<int> &heaps, Move *best) {
    for (int i = 0; i < static_cast<int>(heaps.size()); i++) {
        for (int stones = 1; stones <= heaps[i]; stones++) {
            heaps[i] -= stones;
            bool other = wins(heaps, nullptr);
            heaps[i] += stones;
            if (!other) {
                if (best) *best = {i, stones};
                return true;
            }
        }
    }
    return false;
}

Move play(int, std::vector<int> heaps) {
    Move move{0, 1};
    wins(heaps, &move);
    return move;
}
