/* Answers each byte with itself. */
#include <unistd.h>

int main(void) {
    char byte;
    while (read(0, &byte, 1) == 1)
        if (write(1, &byte, 1) != 1)
            return 1;
    return 0;
}
