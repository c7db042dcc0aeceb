/* CPU time, burned where a careless sandbox does not count it. The argument is in milliseconds. */
#include "attacks.h"
#include <pthread.h>

/* Blocks and ignores all that can be: only SIGKILL is left to end the process. */
static void ignore_every_signal(void)
{
    sigset_t all;
    sigfillset(&all);
    for (int number = 1; number < 65; number++)
        signal(number, SIG_IGN);
    sigprocmask(SIG_SETMASK, &all, NULL);
}

/* The orphan has another session, another parent and no CPU time in common with the attacker. */
static void cpu_orphan(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    struct shared_page *shared = new_shared_page();
    pid_t child = fork();
    if (child < 0)
        refused("fork");
    if (child == 0) {
        setsid();
        if (fork() == 0) {
            ignore_every_signal();
            burn_cpu(total);
            atomic_store(&shared->arrived, 1);
        }
        _exit(0);
    }
    waitpid(child, NULL, 0);
    long deadline = now_milliseconds() + 2 * PATIENCE;
    while (!atomic_load(&shared->arrived) && now_milliseconds() < deadline)
        sleep_milliseconds(10);
    if (!atomic_load(&shared->arrived))
        refused_because("the orphan did not come to its end");
    reached("an orphan used %ld ms of CPU time", total);
}

static void *burn_thread(void *milliseconds)
{
    burn_cpu(*(long *)milliseconds);
    return NULL;
}

/* Four threads share the work, so that none of them used more than a quarter. */
static void cpu_threads(int count, char **arguments)
{
    long quarter = number_argument(count, arguments, 0) / 4;
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        if ((errno = pthread_create(&threads[i], NULL, burn_thread, &quarter)))
            refused("pthread_create");
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    reached("four threads used %ld ms of CPU time each", quarter);
}

/* A parent that ignores SIGCHLD never inherits the CPU time of its children (getrusage). */
static void cpu_children(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    signal(SIGCHLD, SIG_IGN);
    for (long done = 0; done < total; done += 50) {
        pid_t child = fork();
        if (child < 0)
            refused("fork");
        if (child == 0) {
            burn_cpu(50);
            _exit(0);
        }
        waitpid(child, NULL, 0); /* returns ECHILD once the child is gone */
    }
    reached("children that nobody waited for used %ld ms of CPU time", total);
}

/* execve(2) deletes POSIX timers; a limit held by one that was not made anew starts again. */
static void cpu_exec_chain(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    long done = count > 1 ? number_argument(count, arguments, 1) : 0;
    if (done >= total)
        reached("%ld ms of CPU time over a chain of execve", done);
    burn_cpu(50);
    char now_done[24];
    snprintf(now_done, sizeof now_done, "%ld", done + 50);
    execl(own_path(), "attacks", "cpu-exec-chain", arguments[0], now_done, (char *)NULL);
    refused("execve %s", own_path());
}

/* vfork and exec over and over: each short program ends before a sampled clock sees it. */
static void cpu_vfork_chain(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    const char *program = own_path();
    if (count > 1) { /* one of the short programs */
        burn_cpu(total);
        _exit(0);
    }
    signal(SIGCHLD, SIG_IGN);
    for (long done = 0; done < total; done += 10) {
        pid_t child = vfork();
        if (child < 0)
            refused("vfork");
        if (child == 0) {
            execl(program, "attacks", "cpu-vfork-chain", "10", "piece", (char *)NULL);
            _exit(127);
        }
        int status = 0;
        if (waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 127)
            refused_because("execve %s failed", program);
    }
    reached("short programs started by vfork used %ld ms of CPU time", total);
}

/* The vfork parent sleeps in the kernel, out of reach of signals, while the child burns. */
static void cpu_vfork_child(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    pid_t child = vfork();
    if (child < 0)
        refused("vfork");
    if (child == 0) {
        burn_cpu(total);
        _exit(0);
    }
    reached("a vfork child used %ld ms of CPU time", total);
}

/* SIGXCPU, SIGTERM and all the others are blocked and ignored. */
static void cpu_signals_blocked(int count, char **arguments)
{
    ignore_every_signal();
    burn_cpu(number_argument(count, arguments, 0));
    reached("%s ms of CPU time with every signal blocked", arguments[0]);
}

/* The time is spent inside the kernel: all of it is system time. */
static void cpu_system(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    struct rusage usage;
    long system_time;
    do {
        for (int i = 0; i < 2000; i++)
            syscall(SYS_getpid);
        getrusage(RUSAGE_SELF, &usage);
        system_time = usage.ru_stime.tv_sec * 1000 + usage.ru_stime.tv_usec / 1000;
    } while (system_time < total);
    reached("%ld ms of system time", system_time);
}

/* Disarms every timer of this process, in case the limit is one of them. */
static void cpu_timers_disarmed(int count, char **arguments)
{
    struct itimerval never = {{0, 0}, {0, 0}};
    long total = number_argument(count, arguments, 0);
    ignore_every_signal();
    for (int which = 0; which < 3; which++)
        setitimer(which, &never, NULL);
    for (long timer = 0; timer < 256; timer++)
        syscall(SYS_timer_delete, timer);
    burn_cpu(total);
    reached("%ld ms of CPU time after every timer was disarmed", total);
}

/* Raises the soft RLIMIT_CPU to the hard one, and the hard one to infinity, then burns. */
static void cpu_limit_raised(int count, char **arguments)
{
    struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    long total = number_argument(count, arguments, 0);
    ignore_every_signal();
    raise_soft_limit(RLIMIT_CPU);
    setrlimit(RLIMIT_CPU, &none);
    burn_cpu(total);
    reached("%ld ms of CPU time after raising RLIMIT_CPU", total);
}

/* Runs only between the ticks of the clock: time billed by sampling at a tick sees nothing. */
static void cpu_between_ticks(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    struct timespec used, pause_time = {0, 200000};
    do {
        volatile unsigned long sink = 0;
        struct timespec start, now;
        clock_gettime(CLOCK_MONOTONIC, &start);
        do {
            for (int i = 0; i < 1000; i++)
                sink += (unsigned long)i;
            clock_gettime(CLOCK_MONOTONIC, &now);
        } while ((now.tv_sec - start.tv_sec) * 1000000000 + now.tv_nsec - start.tv_nsec < 700000);
        nanosleep(&pause_time, NULL);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    } while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < total);
    reached("%ld ms of CPU time in pieces shorter than a tick", total);
}

const struct attack cpu_attacks[] = {
    {"cpu-orphan", cpu_orphan},
    {"cpu-threads", cpu_threads},
    {"cpu-children", cpu_children},
    {"cpu-exec-chain", cpu_exec_chain},
    {"cpu-vfork-chain", cpu_vfork_chain},
    {"cpu-vfork-child", cpu_vfork_child},
    {"cpu-signals-blocked", cpu_signals_blocked},
    {"cpu-system", cpu_system},
    {"cpu-timers-disarmed", cpu_timers_disarmed},
    {"cpu-limit-raised", cpu_limit_raised},
    {"cpu-between-ticks", cpu_between_ticks},
    {NULL, NULL},
};
