/* What /proc gives away, of process 1 ("init"), the parent, or of the kernel. */
#include "attacks.h"
#include <dirent.h>

static void open_in_proc(int count, char **arguments, const char *entry, int flags)
{
    pid_t target = target_argument(count, arguments, 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", target, entry);
    if (access("/proc/self", F_OK) < 0)
        refused("/proc");
    if (open(path, flags) < 0)
        refused("open %s", path);
    reached("opened %s", path);
}

static void proc_root(int count, char **arguments)
{
    open_in_proc(count, arguments, "root", O_RDONLY | O_DIRECTORY);
}

static void proc_directory(int count, char **arguments)
{
    open_in_proc(count, arguments, "cwd", O_RDONLY | O_DIRECTORY);
}

static void proc_program(int count, char **arguments)
{
    open_in_proc(count, arguments, "exe", O_RDONLY);
}

static void proc_environment(int count, char **arguments)
{
    open_in_proc(count, arguments, "environ", O_RDONLY);
}

static void proc_memory(int count, char **arguments)
{
    open_in_proc(count, arguments, "mem", O_RDONLY);
}

static void proc_maps(int count, char **arguments)
{
    open_in_proc(count, arguments, "maps", O_RDONLY);
}

static void proc_namespace(int count, char **arguments)
{
    open_in_proc(count, arguments, "ns/mnt", O_RDONLY);
}

/* Anybody's process beside process 1 and our own. */
static void proc_others(int count, char **arguments)
{
    (void)count, (void)arguments;
    DIR *directory = opendir("/proc");
    if (!directory)
        refused("open /proc");
    int others = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        int process = atoi(entry->d_name);
        others += process > 1 && process != getpid();
    }
    if (!others)
        refused_because("/proc shows nobody else");
    reached("/proc shows %d processes of others", others);
}

static void proc_descriptors(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    char path[64];
    for (int number = 0; number < 256; number++) {
        snprintf(path, sizeof path, "/proc/%d/fd/%d", target, number);
        if (open(path, O_RDONLY | O_NONBLOCK) >= 0)
            reached("opened %s", path);
    }
    snprintf(path, sizeof path, "/proc/%d/fd", target);
    if (open(path, O_RDONLY | O_DIRECTORY) < 0)
        refused("open %s", path);
    refused_because("none of %s could be opened", path);
}

/* Some may be opened by anybody and written by few, so each is given the value that it has. */
static bool may_write(const char *path)
{
    char value[4096];
    int file = open(path, O_RDWR | O_NONBLOCK);
    if (file < 0)
        return false;
    ssize_t length = read(file, value, sizeof value);
    bool written = length > 0 && pwrite(file, value, (size_t)length, 0) == length;
    close(file);
    return written;
}

static void write_any(const char *directory, int depth)
{
    DIR *stream = opendir(directory);
    struct dirent *entry;
    while (stream && (entry = readdir(stream))) {
        char path[512];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (entry->d_type == DT_DIR && depth > 0)
            write_any(path, depth - 1);
        else if (entry->d_type == DT_REG && may_write(path))
            reached("may write %s", path);
    }
    if (stream)
        closedir(stream);
}

static void proc_sysctl(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (access("/proc/sys", F_OK) < 0)
        refused("/proc/sys");
    write_any("/proc/sys", 4);
    refused_because("no file under /proc/sys may be written");
}

/* A sandbox that raised the score wants this process killed first; the process wants not. */
static void proc_oom_score(int count, char **arguments)
{
    (void)count, (void)arguments;
    char before[16] = "";
    int file = open("/proc/self/oom_score_adj", O_RDWR);
    if (file < 0)
        refused("open /proc/self/oom_score_adj for writing");
    if (read(file, before, sizeof before - 1) <= 0)
        refused("read /proc/self/oom_score_adj");
    for (int score = -1000; score < atoi(before); score += 100) {
        char text[16];
        int length = snprintf(text, sizeof text, "%d", score);
        if (pwrite(file, text, (size_t)length, 0) > 0)
            reached("lowered the score for the OOM killer to %d from %d", score, atoi(before));
    }
    refused("lowering the score for the OOM killer from %d", atoi(before));
}

/* What is the kernel's own: opened, never written, because that could stop the machine. */
static void proc_kernel(int count, char **arguments)
{
    (void)count, (void)arguments;
    static const struct {
        const char *path;
        int flags;
    } FILES[] = {{"/proc/sysrq-trigger", O_WRONLY},  {"/proc/kcore", O_RDONLY},
                 {"/proc/kmsg", O_RDONLY},           {"/proc/kpagecount", O_RDONLY},
                 {"/proc/timer_list", O_RDONLY},     {"/proc/irq/default_smp_affinity", O_WRONLY},
                 {"/proc/sys/vm/drop_caches", O_WRONLY}};
    if (access("/proc/self", F_OK) < 0)
        refused("/proc");
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        if (open(FILES[i].path, FILES[i].flags | O_NONBLOCK) >= 0)
            reached("opened %s", FILES[i].path);
    refused("opening the kernel's files");
}

/*
 * The name of a standard descriptor in /proc opens its file anew, with other rights than the
 * descriptor has: standard input becomes writable where the file's mode allows.
 */
static void proc_reopen_input(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct stat status;
    if (fstat(STDIN_FILENO, &status) < 0 || !S_ISREG(status.st_mode))
        inapplicable("standard input is not a file");
    if (open("/proc/self/fd/0", O_RDWR) < 0)
        refused("open /proc/self/fd/0 for writing");
    reached("standard input may be written");
}

const struct attack proc_attacks[] = {
    {"proc-root", proc_root},
    {"proc-directory", proc_directory},
    {"proc-program", proc_program},
    {"proc-environment", proc_environment},
    {"proc-memory", proc_memory},
    {"proc-maps", proc_maps},
    {"proc-namespace", proc_namespace},
    {"proc-descriptors", proc_descriptors},
    {"proc-sysctl", proc_sysctl},
    {"proc-others", proc_others},
    {"proc-oom-score", proc_oom_score},
    {"proc-kernel", proc_kernel},
    {"proc-reopen-input", proc_reopen_input},
    {NULL, NULL},
};
