/* A larger share of the machine than given: limits, priorities, CPUs, locked memory. */
#include "attacks.h"

/* Lowers a hard limit where there is none, and takes it back: that is a privilege. */
static void limit_raise(int count, char **arguments)
{
    (void)count, (void)arguments;
    for (int resource = 0; resource < RLIMIT_NLIMITS; resource++) {
        struct rlimit limit, higher;
        if (resource == RLIMIT_STACK || getrlimit(resource, &limit) < 0)
            continue;
        if (limit.rlim_max == RLIM_INFINITY) {
            limit.rlim_max = limit.rlim_cur == RLIM_INFINITY ? 1L << 40 : limit.rlim_cur;
            limit.rlim_cur = limit.rlim_max;
            if (setrlimit(resource, &limit) < 0)
                continue;
        }
        higher = limit;
        higher.rlim_max = limit.rlim_max + 1;
        if (setrlimit(resource, &higher) == 0)
            reached("raised hard limit %d above %llu", resource,
                    (unsigned long long)limit.rlim_max);
    }
    refused("raising every hard limit");
}

/* Sets a limit of another process to what it is. */
static void limit_other(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    struct rlimit limit;
    if (prlimit(target, RLIMIT_NOFILE, NULL, &limit) < 0)
        refused("prlimit(%d), reading", target);
    if (prlimit(target, RLIMIT_NOFILE, &limit, NULL) < 0)
        refused("prlimit(%d), writing", target);
    reached("may set the limits of process %d", target);
}

/* The priority, class and CPUs of another process are set to what they are. */
static void priority_other(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    errno = 0;
    int nice_value = getpriority(PRIO_PROCESS, (id_t)target);
    if (errno)
        refused("getpriority(%d)", target);
    if (setpriority(PRIO_PROCESS, (id_t)target, nice_value) < 0)
        refused("setpriority(%d)", target);
    reached("may set the priority of process %d", target);
}

/* All processes of the user, process 1 among them. */
static void priority_user(int count, char **arguments)
{
    (void)count, (void)arguments;
    errno = 0;
    int highest = getpriority(PRIO_USER, 0);
    if (errno)
        refused("getpriority(PRIO_USER)");
    /* What the one with the highest has already: nothing changes for it, and less than that is refused
     * to others. */
    if (setpriority(PRIO_USER, 0, highest) < 0 && errno != EACCES)
        refused("setpriority(PRIO_USER)");
    reached("may set the priority of every process of the user");
}

static void scheduler_other(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    struct sched_param parameters = {0};
    int class = sched_getscheduler(target);
    if (class < 0)
        refused("sched_getscheduler(%d)", target);
    /* A class that gives way to others; SCHED_OTHER, which it has already, hurts nobody. */
    if (sched_setscheduler(target, 3 /* SCHED_BATCH */, &parameters) < 0)
        refused("sched_setscheduler(%d)", target);
    if (sched_setscheduler(target, class, &parameters) < 0)
        refused("sched_setscheduler(%d) back", target);
    reached("may set the scheduling class of process %d", target);
}

static void affinity_other(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    cpu_set_t set;
    if (sched_getaffinity(target, sizeof set, &set) < 0)
        refused("sched_getaffinity(%d)", target);
    if (sched_setaffinity(target, sizeof set, &set) < 0)
        refused("sched_setaffinity(%d)", target);
    reached("may choose the CPUs of process %d", target);
}

/* Runs on a CPU (the argument) that is not in the set the run was given. */
static void affinity_escape(int count, char **arguments)
{
    int processor = (int)number_argument(count, arguments, 0);
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    int error = sched_setaffinity(0, sizeof set, &set) < 0 ? errno : 0;
    for (int i = 0; i < 50; i++) {
        unsigned here = UINT32_MAX;
        if (syscall(SYS_getcpu, &here, NULL, NULL) == 0 && (int)here == processor)
            reached("runs on CPU %d", processor);
        burn_cpu(2); /* where there is no set at all, the scheduler may bring us there */
    }
    errno = error;
    refused("running on CPU %d", processor);
}

static void priority_highest(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (setpriority(PRIO_PROCESS, 0, -20) < 0)
        refused("setpriority(-20)");
    reached("runs at priority -20");
}

static void priority_real_time(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct sched_param lowest = {.sched_priority = 1};
    if (sched_setscheduler(0, SCHED_FIFO, &lowest) < 0 &&
        sched_setscheduler(0, SCHED_RR, &lowest) < 0)
        refused("sched_setscheduler(SCHED_FIFO)");
    reached("runs as a real-time process");
}

static void priority_disk(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (syscall(SYS_ioprio_set, 1 /* process */, 0, 1 << 13 /* real time */) < 0)
        refused("ioprio_set(real time)");
    reached("uses the disk before everybody else");
}

/* More locked memory than RLIMIT_MEMLOCK gives to an ordinary user. */
static void memory_locked(int count, char **arguments)
{
    size_t bytes = (size_t)number_argument(count, arguments, 0) * MEBIBYTE;
    raise_soft_limit(RLIMIT_MEMLOCK);
    void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        refused("mmap");
    if (mlock(start, bytes) < 0)
        refused("mlock");
    if (mlockall(MCL_CURRENT | MCL_FUTURE) < 0)
        refused("mlockall");
    reached("locked %s MiB in memory", arguments[0]);
}

const struct attack priority_attacks[] = {
    {"limit-raise", limit_raise},
    {"limit-other", limit_other},
    {"priority-other", priority_other},
    {"priority-user", priority_user},
    {"scheduler-other", scheduler_other},
    {"affinity-other", affinity_other},
    {"affinity-escape", affinity_escape},
    {"priority-highest", priority_highest},
    {"priority-real-time", priority_real_time},
    {"priority-disk", priority_disk},
    {"memory-locked", memory_locked},
    {NULL, NULL},
};
