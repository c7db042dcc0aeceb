// Tries word after word.
#include "safe.h"

std::string crack() {
    std::string word(LETTERS, 'a');
    while (try_(word).right < LETTERS) {
        int place = 0;
        while (word[place] == 'f') word[place++] = 'a';
        word[place]++;
    }
    return word;
}
