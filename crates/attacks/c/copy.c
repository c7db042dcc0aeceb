/*
 * Output files that hurt whoever copies them out. These always end by `reached`, which means that
 * the trap is set; whether it snaps is for the copier to show. The file asked for is `output`.
 */
#include "attacks.h"
#include <sys/un.h>

static void write_output(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, "output\n", 7) != 7)
        inapplicable("no output file: %s", strerror(errno));
    close(file);
}

/* `output` points to a file of the host. */
static void copy_symbolic_link(int count, char **arguments)
{
    unlink("output");
    if (symlink(text_argument(count, arguments, 0), "output") < 0)
        refused("symlink");
    reached("output is a symbolic link to %s", arguments[0]);
}

/* `output` is where the caller expects a directory: output/secret leads to the host's. */
static void copy_linked_directory(int count, char **arguments)
{
    char *directory = strdup(text_argument(count, arguments, 0));
    char *name = strrchr(directory, '/');
    if (!name)
        wrong_usage("the path of the secret must be absolute");
    *name = 0;
    unlink("output");
    if (symlink(*directory ? directory : "/", "output") < 0)
        refused("symlink");
    reached("output is a symbolic link to the directory %s", directory);
}

/* Links of /proc mean another file in every process that follows them. */
static void copy_magic_link(int count, char **arguments)
{
    char target[4096];
    snprintf(target, sizeof target, "/proc/self/root%s", text_argument(count, arguments, 0));
    unlink("output");
    if (symlink(target, "output") < 0)
        refused("symlink");
    reached("output is a symbolic link to %s", target);
}

/* Nobody ever writes to it: opening it blocks. */
static void copy_fifo(int count, char **arguments)
{
    (void)count, (void)arguments;
    unlink("output");
    if (mkfifo("output", 0600) < 0)
        refused("mkfifo");
    reached("output is a FIFO");
}

static void copy_socket(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "output"};
    unlink("output");
    /* mknod makes a socket's name too, without a socket. */
    if (mknod("output", S_IFSOCK | 0600, 0) < 0) {
        int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
        if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0)
            refused("a socket named output");
    }
    reached("output is a socket");
}

static void copy_directory(int count, char **arguments)
{
    (void)count, (void)arguments;
    unlink("output");
    if (mkdir("output", 0700) < 0)
        refused("mkdir");
    write_output("output/inside");
    reached("output is a directory");
}

/* Eight bytes of data in the size asked for (MiB): a copy that writes the holes fills a disk. */
static void copy_sparse(int count, char **arguments)
{
    long size = number_argument(count, arguments, 0) * MEBIBYTE;
    write_output("output");
    raise_soft_limit(RLIMIT_FSIZE);
    signal(SIGXFSZ, SIG_IGN);
    if (truncate("output", size) < 0)
        refused("truncate to %s MiB", arguments[0]);
    reached("output is a sparse file of %s MiB", arguments[0]);
}

/* A copy must not carry the set-uid bits over, and must be able to read a file of mode 0. */
static void copy_odd_mode(int count, char **arguments)
{
    mode_t mode = (mode_t)strtol(text_argument(count, arguments, 0), NULL, 8);
    write_output("output");
    if (chmod("output", mode) < 0)
        refused("chmod");
    reached("output has mode %o", mode);
}

/* Two names of one file: a copy that moves or truncates one changes the other. */
static void copy_hard_link(int count, char **arguments)
{
    (void)count, (void)arguments;
    write_output("other-name");
    unlink("output");
    if (link("other-name", "output") < 0)
        refused("link");
    reached("output is a second name of another file");
}

/* Names that a shell, a log or a listing misreads. Each file holds one line. */
static void copy_odd_names(int count, char **arguments)
{
    (void)count, (void)arguments;
    static const char *const NAMES[] = {
        "new\nline", "-rf",        "--help",  " ",        "trailing ",     "...",
        "a;b",       "$(id)",      "`id`",    "*",        "quote'\"quote", "back\\slash",
        "bell\a",    "\033[2J",    "tab\t",   "\xff\xfe", "\xed\xa0\x80",  "\xe2\x80\xae" "txt",
        "null",      "output\r",   "%s%n",    "~",        "CON",           ".hidden",
    };
    char longest[256];
    memset(longest, 'l', 255);
    longest[255] = 0;
    write_output(longest);
    write_output("output");
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        write_output(NAMES[i]);
    reached("%zu files with odd names", sizeof NAMES / sizeof *NAMES + 1);
}

/*
 * A process that is left behind swaps `output` with a link to a file of the host until one of them
 * is gone, in the hope that the copier checks the one and opens the other.
 */
static void copy_swapped(int count, char **arguments)
{
    const char *secret = text_argument(count, arguments, 0);
    write_output("output");
    unlink("other");
    if (symlink(secret, "other") < 0)
        refused("symlink");
    struct shared_page *shared = new_shared_page();
    pid_t child = fork();
    if (child < 0)
        refused("fork");
    if (child == 0) {
        setsid();
        for (int descriptor = 0; descriptor < 3; descriptor++)
            close(descriptor);
        long end = now_milliseconds() + PATIENCE;
        while (now_milliseconds() < end &&
               syscall(SYS_renameat2, AT_FDCWD, "output", AT_FDCWD, "other", 2 /* EXCHANGE */) == 0)
            atomic_fetch_add(&shared->tickets, 1);
        _exit(0);
    }
    while (atomic_load(&shared->tickets) < 10 && waitpid(child, NULL, WNOHANG) == 0)
        sleep_milliseconds(1);
    reached("output is being swapped with a link to %s", secret);
}

const struct attack copy_attacks[] = {
    {"copy-symbolic-link", copy_symbolic_link},
    {"copy-linked-directory", copy_linked_directory},
    {"copy-magic-link", copy_magic_link},
    {"copy-fifo", copy_fifo},
    {"copy-socket", copy_socket},
    {"copy-directory", copy_directory},
    {"copy-sparse", copy_sparse},
    {"copy-odd-mode", copy_odd_mode},
    {"copy-hard-link", copy_hard_link},
    {"copy-odd-names", copy_odd_names},
    {"copy-swapped", copy_swapped},
    {NULL, NULL},
};
