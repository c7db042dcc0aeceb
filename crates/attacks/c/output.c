/* More output than allowed, by every way a descriptor can be filled. The argument is in MiB. */
#include "attacks.h"
#include <sys/sendfile.h>
#include <sys/uio.h>

static void flood(int descriptor, long total, const char *what)
{
    static char buffer[65536];
    memset(buffer, 'x', sizeof buffer);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    for (long written = 0; written < total;) {
        ssize_t length = write(descriptor, buffer, sizeof buffer);
        if (length <= 0)
            refused("write to %s after %ld MiB", what, written / MEBIBYTE);
        written += length;
    }
}

static void output_flood(int count, char **arguments)
{
    flood(STDOUT_FILENO, number_argument(count, arguments, 0) * MEBIBYTE, "standard output");
    reached("%s MiB of standard output", arguments[0]);
}

static void output_error_flood(int count, char **arguments)
{
    flood(STDERR_FILENO, number_argument(count, arguments, 0) * MEBIBYTE, "standard error");
    reached("%s MiB of standard error", arguments[0]);
}

/* Both streams at once, each below what a limit on one of them may be: half and half. */
static void output_both(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0) * MEBIBYTE;
    for (long written = 0; written < total; written += 2 * MEBIBYTE) {
        flood(STDOUT_FILENO, MEBIBYTE, "standard output");
        flood(STDERR_FILENO, MEBIBYTE, "standard error");
    }
    reached("%s MiB of both", arguments[0]);
}

/* Moves pages instead of writing: vmsplice into a pipe, sendfile from a file. */
static void output_splice(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0) * MEBIBYTE;
    static char buffer[65536];
    struct stat status;
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    fstat(STDOUT_FILENO, &status);
    int source = -1;
    if (!S_ISFIFO(status.st_mode)) {
        source = open("splice-source", O_RDWR | O_CREAT | O_TRUNC, 0600);
        if (source < 0 || ftruncate(source, sizeof buffer) < 0)
            inapplicable("no file to send from: %s", strerror(errno));
    }
    for (long written = 0; written < total;) {
        struct iovec piece = {buffer, sizeof buffer};
        off_t start = 0;
        ssize_t length = source < 0 ? vmsplice(STDOUT_FILENO, &piece, 1, 0)
                                    : sendfile(STDOUT_FILENO, source, &start, sizeof buffer);
        if (length <= 0)
            refused("%s after %ld MiB", source < 0 ? "vmsplice" : "sendfile", written / MEBIBYTE);
        written += length;
    }
    reached("%s MiB of spliced output", arguments[0]);
}

/* Where standard output is a file: one byte, far away. */
static void output_sparse(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0) * MEBIBYTE;
    signal(SIGXFSZ, SIG_IGN);
    if (lseek(STDOUT_FILENO, total, SEEK_SET) < 0)
        refused("lseek on standard output");
    if (ftruncate(STDOUT_FILENO, total) < 0 && pwrite(STDOUT_FILENO, "x", 1, total - 1) < 0)
        refused("growing standard output to %s MiB", arguments[0]);
    reached("standard output is a file of %s MiB", arguments[0]);
}

const struct attack output_attacks[] = {
    {"output-flood", output_flood},
    {"output-error-flood", output_error_flood},
    {"output-both", output_both},
    {"output-splice", output_splice},
    {"output-sparse", output_sparse},
    {NULL, NULL},
};
