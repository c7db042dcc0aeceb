/* Does what its last argument says, a letter at a time. The same program is the submission and the
 * interactor of the enumeration of conversations. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char byte = 'x';
    const char *script = argc > 1 ? argv[argc - 1] : "";
    for (; *script; script++) {
        switch (*script) {
        case 'r': /* a byte, or the end */
            if (read(0, &byte, 1) < 0)
                _exit(9);
            break;
        case 'R': /* all there is, to the end */
            while (read(0, &byte, 1) > 0)
                ;
            break;
        case 'w':
            if (write(1, &byte, 1) != 1)
                _exit(8);
            break;
        case 'f': /* more than a pipe holds, less than a judge reads for nobody */
            for (int piece = 0; piece < 64; piece++) {
                static const char page[4096];
                for (size_t done = 0; done < sizeof page;) {
                    ssize_t length = write(1, page + done, sizeof page - done);
                    if (length < 0)
                        _exit(8);
                    done += (size_t)length;
                }
            }
            break;
        case 'i': close(0); break;
        case 'o': close(1); break;
        case 's': usleep(20000); break;
        case 'l': for (;;) __asm__ volatile(""); break;
        case 'z': for (;;) pause(); break;
        case 'c': raise(SIGSEGV); break;
        case 'm': for (;;) memset(malloc(1 << 20), 1, 1 << 20); break;
        case '0': _exit(0);
        case '1': _exit(1);
        case 'A': _exit(42);
        case 'W': _exit(43);
        }
    }
    return 7;
}
