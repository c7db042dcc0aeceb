#include "safe.h"

std::string crack() {
    std::string word(LETTERS, 'a');
    int right = try_(word).right;
    for (int place = 0; place < LETTERS; place++) {
        for (char letter = 'b'; letter <= 'f'; letter++) {
            std::string tried = word;
            tried[place] = letter;
            int now = try_(tried).right;
            if (now == right) continue;
            if (now > right) word = tried, right = now;
            break;
        }
    }
    return word;
}
