/*
 * Leaving an influence on what the next run gets of CPU, disk and limits: `leave-influence KIND` in one
 * run, `find-influence KIND` in a later one of the same lane. What a process gets of its parent is
 * changed in whoever makes the runs (the second argument).
 */
#include "attacks.h"

enum { IO_PROCESS = 1, IO_IDLE = 3, LOWEST_PRIORITY = 19 };
enum { RESIDENT_MARK = 77 * 4096, SCORE_MARK = 777 };

static void change_nice(pid_t thread)
{
    if (setpriority(PRIO_PROCESS, (id_t)thread, LOWEST_PRIORITY) < 0)
        refused("setpriority(%d)", thread);
}

static void change_disk_priority(pid_t thread)
{
    if (syscall(SYS_ioprio_set, IO_PROCESS, thread, IO_IDLE << 13) < 0)
        refused("ioprio_set(%d)", thread);
}

static int spared_cpu;

static void change_cpus(pid_t thread)
{
    cpu_set_t set;
    if (sched_getaffinity(thread, sizeof set, &set) < 0)
        refused("sched_getaffinity(%d)", thread);
    CPU_CLR(spared_cpu, &set);
    if (sched_setaffinity(thread, sizeof set, &set) < 0)
        refused("sched_setaffinity(%d)", thread);
}

static void change_limit(pid_t process)
{
    /* A limit that the kernel keeps and nothing enforces, so that nobody is hurt. */
    struct rlimit mark = {RESIDENT_MARK, RESIDENT_MARK};
    if (prlimit(process, RLIMIT_RSS, &mark, NULL) < 0)
        refused("prlimit(%d)", process);
}

static void change_score(pid_t process)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/oom_score_adj", process);
    int file = open(path, O_WRONLY);
    if (file < 0)
        refused("open %s", path);
    if (dprintf(file, "%d", SCORE_MARK) < 0)
        refused("write %s", path);
}

/* A thread's number is asked for, because there may be no /proc: one of another process is ESRCH. */
static void of_each_thread(pid_t process, void (*change)(pid_t))
{
    enum { NEAR = 4096 };
    int found = 0;
    for (pid_t thread = process; thread < process + NEAR; thread++) {
        if (syscall(SYS_tgkill, process, thread, 0) < 0 && errno == ESRCH)
            continue;
        change(thread);
        found++;
    }
    if (!found)
        refused_because("process %d cannot be seen", process);
}

static void leave_influence(int count, char **arguments)
{
    const char *kind = text_argument(count, arguments, 0);
    pid_t maker = target_argument(count, arguments, 1);
    if (strcmp(kind, "nice") == 0)
        of_each_thread(maker, change_nice);
    else if (strcmp(kind, "disk") == 0)
        of_each_thread(maker, change_disk_priority);
    else if (strcmp(kind, "cpus") == 0) {
        spared_cpu = (int)number_argument(count, arguments, 2);
        of_each_thread(maker, change_cpus);
    } else if (strcmp(kind, "limit") == 0)
        change_limit(maker);
    else if (strcmp(kind, "oom-score") == 0)
        change_score(maker);
    else
        wrong_usage("leave-influence nice|disk|cpus|limit|oom-score MAKER [CPU]");
    reached("changed process %d", maker);
}

static bool is_influenced(int count, char **arguments, const char *kind)
{
    if (strcmp(kind, "nice") == 0)
        return getpriority(PRIO_PROCESS, 0) == LOWEST_PRIORITY;
    if (strcmp(kind, "disk") == 0)
        return syscall(SYS_ioprio_get, IO_PROCESS, 0) >> 13 == IO_IDLE;
    if (strcmp(kind, "cpus") == 0) {
        cpu_set_t set;
        return sched_getaffinity(0, sizeof set, &set) == 0 &&
               !CPU_ISSET((int)number_argument(count, arguments, 1), &set);
    }
    if (strcmp(kind, "limit") == 0) {
        struct rlimit limit;
        return getrlimit(RLIMIT_RSS, &limit) == 0 && limit.rlim_max == RESIDENT_MARK;
    }
    char text[16] = "";
    int file = open("/proc/self/oom_score_adj", O_RDONLY);
    return file >= 0 && read(file, text, sizeof text - 1) > 0 && atoi(text) == SCORE_MARK;
}

static void find_influence(int count, char **arguments)
{
    const char *kind = text_argument(count, arguments, 0);
    if (!is_influenced(count, arguments, kind))
        refused_because("no influence on %s", kind);
    reached("an earlier run changed %s", kind);
}

const struct attack leave_influence_attacks[] = {
    {"leave-influence", leave_influence},
    {"find-influence", find_influence},
    {NULL, NULL},
};
