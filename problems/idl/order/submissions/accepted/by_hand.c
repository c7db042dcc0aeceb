#include "order.h"

static void swap(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

bool next(int n, int cards[]) {
    int i = n - 2;
    while (i >= 0 && cards[i] >= cards[i + 1]) i--;
    if (i < 0) return false;
    int j = n - 1;
    while (cards[j] <= cards[i]) j--;
    swap(&cards[i], &cards[j]);
    for (int left = i + 1, right = n - 1; left < right; left++, right--) swap(&cards[left], &cards[right]);
    return true;
}
