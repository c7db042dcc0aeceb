/*
 * Leaving something for the next run in a file: its data, its attributes, its times. `leave-X
 * PATH` in one run, `find-X PATH` in a later one. And changing a file that may only be read.
 */
#include "attacks.h"
#include <sys/xattr.h>

enum { A_TIME_LONG_AGO = 1234567890 };

static void leave_file(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0)
        refused("open %s", path);
    if (write(file, MARK, sizeof MARK) < 0)
        refused("write %s", path);
    reached("left the file %s", path);
}

static void find_file(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    char text[sizeof MARK] = "";
    int file = open(path, O_RDONLY);
    if (file < 0)
        refused("open %s", path);
    if (read(file, text, sizeof text) < 0 || strcmp(text, MARK))
        refused_because("%s holds something else", path);
    unlink(path);
    reached("found the file %s", path);
}

static void leave_attribute(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    if (setxattr(path, "user." MARK, "x", 1, 0) < 0)
        refused("setxattr %s", path);
    reached("left an extended attribute on %s", path);
}

static void find_attribute(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    if (getxattr(path, "user." MARK, NULL, 0) < 0)
        refused("getxattr %s", path);
    removexattr(path, "user." MARK);
    reached("found an extended attribute on %s", path);
}

static void leave_times(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    struct timespec times[2] = {{A_TIME_LONG_AGO, 0}, {A_TIME_LONG_AGO, 0}};
    if (utimensat(AT_FDCWD, path, times, 0) < 0)
        refused("utimensat %s", path);
    reached("left a message in the times of %s", path);
}

static void find_times(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    struct stat status;
    if (stat(path, &status) < 0)
        refused("stat %s", path);
    if (status.st_mtime != A_TIME_LONG_AGO)
        refused_because("the times of %s say nothing", path);
    reached("found the message in the times of %s", path);
}

/* Reading is enough where access times are kept: the bit is whether the file was read. */
static void leave_access_time(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    char byte;
    int file = open(path, O_RDONLY);
    if (file < 0 || read(file, &byte, 1) < 0)
        refused("read %s", path);
    reached("read %s, which its access time may show", path);
}

static void find_access_time(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    struct stat status;
    if (stat(path, &status) < 0)
        refused("stat %s", path);
    /* The host wrote the file with an access time of a day before its modification. */
    if (status.st_atime <= status.st_mtime - 3600)
        refused_because("the access time of %s did not change", path);
    reached("the access time of %s shows that it was read", path);
}

/* Every way to change a file of the host (the argument) that is bound for reading. */
static void write_bound_file(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    if (open(path, O_WRONLY | O_APPEND) >= 0)
        reached("opened %s for writing", path);
    if (errno == ENOENT)
        refused("open %s", path);
    if (truncate(path, 0) == 0)
        reached("truncated %s", path);
    if (chmod(path, 0777) == 0)
        reached("changed the mode of %s", path);
    if (utimensat(AT_FDCWD, path, NULL, 0) == 0)
        reached("changed the times of %s", path);
    if (setxattr(path, "user." MARK, "x", 1, 0) == 0)
        reached("set an attribute of %s", path);
    if (rename(path, "stolen") == 0)
        reached("moved %s", path);
    if (unlink(path) == 0)
        reached("removed %s", path);
    refused("changing %s", path);
}

/* New files where programs and libraries are looked for. */
static void write_system(int count, char **arguments)
{
    (void)count, (void)arguments;
    static const char *const PLACES[] = {"/usr/bin", "/usr/lib", "/usr/local/bin", "/bin", "/lib",
                                         "/lib64",   "/etc",     "/"};
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/" MARK, PLACES[i]);
        if (open(path, O_WRONLY | O_CREAT, 0600) >= 0) {
            unlink(path);
            reached("made a file in %s", PLACES[i]);
        }
    }
    refused("a file in every system directory");
}

const struct attack leave_file_attacks[] = {
    {"leave-file", leave_file},
    {"find-file", find_file},
    {"leave-attribute", leave_attribute},
    {"find-attribute", find_attribute},
    {"leave-times", leave_times},
    {"find-times", find_times},
    {"leave-access-time", leave_access_time},
    {"find-access-time", find_access_time},
    {"write-bound-file", write_bound_file},
    {"write-system", write_system},
    {NULL, NULL},
};
