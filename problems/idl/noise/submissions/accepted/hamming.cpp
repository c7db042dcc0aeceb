// Hamming's code: the places of the signals that are true, counted from 1, have the sum (xor) 0. A power of
// two is the place of a check.
#include "noise.h"

static bool is_check(int place) {
    return (place & (place - 1)) == 0;
}

static int sum(const std::vector<bool> &signals) {
    int sum = 0;
    for (std::size_t i = 0; i < signals.size(); i++)
        if (signals[i]) sum ^= static_cast<int>(i) + 1;
    return sum;
}

void encode(int n, std::vector<bool> message, int &k, std::vector<bool> &signals) {
    for (int i = 0; i < n;) {
        bool check = is_check(static_cast<int>(signals.size()) + 1);
        signals.push_back(check ? false : message[i++]);
    }
    int wanted = sum(signals);
    for (int place = 1; place <= static_cast<int>(signals.size()); place *= 2)
        if (wanted & place) signals[place - 1] = true;
    k = static_cast<int>(signals.size());
}

std::vector<bool> decode(int, int k, std::vector<bool> signals) {
    int wrong = sum(signals);
    if (wrong > 0 && wrong <= k) signals[wrong - 1] = !signals[wrong - 1];
    std::vector<bool> message;
    for (int place = 1; place <= k; place++)
        if (!is_check(place)) message.push_back(signals[place - 1]);
    return message;
}
