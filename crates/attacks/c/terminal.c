/* Typing into the terminal of whoever started the sandbox. */
#include "attacks.h"
#include <linux/tiocl.h>
#include <sys/ioctl.h>

/* Takes the terminal over where the session has none yet, as a session's leader may. */
static void take_terminal(int descriptor)
{
    if (ioctl(descriptor, TIOCSCTTY, 0) < 0) {
        /* Then it must be this session's already. */
    }
}

static void terminal_type(int count, char **arguments)
{
    (void)count, (void)arguments;
    int terminals = 0, error = 0;
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        char byte = '#';
        take_terminal(descriptor);
        if (ioctl(descriptor, TIOCSTI, &byte) == 0)
            reached("typed into the terminal of descriptor %d", descriptor);
        if (errno != ENOTTY) {
            terminals++;
            error = errno;
        }
    }
    errno = error ? error : ENOTTY;
    refused("TIOCSTI on %d terminals", terminals);
}

/* Pastes the console's selection: needs a virtual console as terminal. */
static void terminal_paste(int count, char **arguments)
{
    (void)count, (void)arguments;
    int error = 0;
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        char request[] = {TIOCL_PASTESEL};
        if (ioctl(descriptor, TIOCLINUX, request) == 0)
            reached("pasted into the console");
        error = errno;
    }
    errno = error;
    refused("TIOCLINUX");
}

static void terminal_open(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (open("/dev/tty", O_RDWR | O_NOCTTY) < 0)
        refused("open /dev/tty");
    reached("opened the controlling terminal");
}

const struct attack terminal_attacks[] = {
    {"terminal-type", terminal_type},
    {"terminal-paste", terminal_paste},
    {"terminal-open", terminal_open},
    {NULL, NULL},
};
