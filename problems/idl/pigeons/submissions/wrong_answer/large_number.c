/* Puts place and number into one pigeon, which cannot carry so much. */
#include "pigeons.h"

void encode(int n, int message[]) {
    for (int i = 0; i < n; i++) release(256 * i + message[i]);
}

void decode(int n, int k, int pigeons[]) {
    (void)n, (void)k, (void)pigeons;
}
