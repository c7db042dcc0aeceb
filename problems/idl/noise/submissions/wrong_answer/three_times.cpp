// Says everything three times, which is too long but for short messages.
#include "noise.h"

void encode(int n, std::vector<bool> message, int &k, std::vector<bool> &signals) {
    if (3 * n > MOST) n = MOST / 3;
    k = 3 * n;
    for (int i = 0; i < k; i++) signals.push_back(message[i / 3]);
}

std::vector<bool> decode(int n, int k, std::vector<bool> signals) {
    std::vector<bool> message(n);
    for (int i = 0; 3 * i + 2 < k; i++) message[i] = signals[3 * i] + signals[3 * i + 1] + signals[3 * i + 2] > 1;
    return message;
}
