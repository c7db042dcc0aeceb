// The suffix automaton in an array made for strips of a thousand letters: goes beyond its end.
#include <array>
#include <iostream>
#include <string>

struct State {
    int length = 0;
    int link = 0;
    std::array<int, 26> next;
};

static std::array<State, 2000> states;

int main() {
    std::string text;
    std::cin >> text;
    states[0].link = -1;
    states[0].next.fill(-1);
    int count = 1, last = 0;
    long long words = 0;
    for (char letter : text) {
        int c = letter - 'a', here = count++, from = last;
        states.at(here).next.fill(-1);
        states[here].length = states[last].length + 1;
        for (; from != -1 && states[from].next[c] == -1; from = states[from].link) states[from].next[c] = here;
        if (from != -1) {
            int to = states[from].next[c];
            if (states[to].length == states[from].length + 1) {
                states[here].link = to;
            } else {
                int copy = count++;
                states.at(copy) = states[to];
                states[copy].length = states[from].length + 1;
                for (; from != -1 && states[from].next[c] == to; from = states[from].link) states[from].next[c] = copy;
                states[to].link = states[here].link = copy;
            }
        }
        words += states[here].length - states[states[here].link].length;
        last = here;
    }
    std::cout << words << '\n';
}
