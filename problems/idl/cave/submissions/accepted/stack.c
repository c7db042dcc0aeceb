#include "cave.h"

static int passages[35000], next[35000];

int explore(Room entrance) {
    int depth = 0, gold = entrance.gold;
    passages[0] = entrance.passages;
    while (depth >= 0) {
        if (next[depth] == passages[depth]) {
            if (--depth >= 0) back();
            continue;
        }
        Room room = enter(next[depth]++);
        gold += room.gold;
        depth++;
        passages[depth] = room.passages;
        next[depth] = 0;
    }
    return gold;
}
