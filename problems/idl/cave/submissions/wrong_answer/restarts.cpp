// Looks into each room twice, which takes more calls than there are.
#include "cave.h"

static int visit(Room room) {
    int gold = room.gold;
    for (int passage = 0; passage < room.passages; passage++) {
        enter(passage);
        back();
    }
    for (int passage = 0; passage < room.passages; passage++) {
        gold += visit(enter(passage));
        back();
    }
    return gold;
}

int explore(Room entrance) {
    return visit(entrance);
}
