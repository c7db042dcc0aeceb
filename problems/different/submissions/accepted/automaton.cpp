// The suffix automaton, in O(n).
#include <array>
#include <iostream>
#include <string>
#include <vector>

struct State {
    int length = 0;
    int link = -1;
    std::array<int, 26> next;
    State() { next.fill(-1); }
};

int main() {
    std::string text;
    std::cin >> text;
    std::vector<State> states(1);
    states.reserve(2 * text.size());
    int last = 0;
    long long words = 0;
    for (char letter : text) {
        int c = letter - 'a', here = static_cast<int>(states.size()), from = last;
        states.emplace_back();
        states[here].length = states[last].length + 1;
        for (; from != -1 && states[from].next[c] == -1; from = states[from].link) states[from].next[c] = here;
        if (from == -1) {
            states[here].link = 0;
        } else {
            int to = states[from].next[c];
            if (states[to].length == states[from].length + 1) {
                states[here].link = to;
            } else {
                int copy = static_cast<int>(states.size());
                states.push_back(states[to]);
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
