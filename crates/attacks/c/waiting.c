/* Wall time without CPU time: sleeping, stopped, blocked. The argument is in milliseconds. */
#include "attacks.h"
#include <linux/futex.h>

static void alarm_handler(int number)
{
    (void)number;
    reached("it was still there when its own alarm went off");
}

/* The bound of the attacks that never end by themselves. */
static void reach_after(long milliseconds)
{
    struct itimerval timer = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
    signal(SIGALRM, alarm_handler);
    if (setitimer(ITIMER_REAL, &timer, NULL) < 0)
        inapplicable("no alarm: %s", strerror(errno));
}

static void wait_asleep(int count, char **arguments)
{
    sleep_milliseconds(number_argument(count, arguments, 0));
    reached("slept %s ms", arguments[0]);
}

/* Stopped, not asleep: a child is left to wake it, so that the attack ends without a sandbox. */
static void wait_stopped(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    pid_t attacker = getpid(), child = fork();
    if (child < 0)
        refused("fork");
    if (child == 0) {
        sleep_milliseconds(total);
        kill(attacker, SIGCONT);
        _exit(0);
    }
    long start = now_milliseconds();
    if (kill(attacker, SIGSTOP) < 0)
        refused("kill(SIGSTOP)");
    if (now_milliseconds() - start < total / 2)
        refused_because("SIGSTOP did not stop the process");
    reached("stopped for %ld ms", now_milliseconds() - start);
}

static void wait_on_pipe(int count, char **arguments)
{
    int ends[2];
    char byte;
    if (pipe(ends) < 0)
        inapplicable("no pipe");
    reach_after(number_argument(count, arguments, 0));
    if (read(ends[0], &byte, 1) < 0)
        refused("read");
}

/* Waits on a lock that nobody will ever give back. */
static void wait_on_futex(int count, char **arguments)
{
    static int lock = 1;
    reach_after(number_argument(count, arguments, 0));
    for (;;)
        syscall(SYS_futex, &lock, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
}

/* Blocks everything that may be blocked and waits: SIGTERM is not enough to end it. */
static void wait_signals_blocked(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    sleep_milliseconds(total);
    reached("slept %ld ms with every signal blocked", total);
}

/* The parent cannot even be interrupted while its vfork child sleeps. */
static void wait_in_vfork(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    pid_t child = vfork();
    if (child < 0)
        refused("vfork");
    if (child == 0) {
        sleep_milliseconds(total);
        _exit(0);
    }
    reached("suspended in vfork for %ld ms", total);
}

/* A little work now and then: never idle for long, far from any CPU limit. */
static void wait_trickling(int count, char **arguments)
{
    long end = now_milliseconds() + number_argument(count, arguments, 0);
    while (now_milliseconds() < end) {
        burn_cpu(1);
        sleep_milliseconds(100);
    }
    reached("%s ms of wall time at 1 %% of a CPU", arguments[0]);
}

/* Closes all standard descriptors first: whoever waits for their end believes the run over. */
static void wait_closed(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    for (int descriptor = 0; descriptor < 3; descriptor++)
        close(descriptor);
    sleep_milliseconds(total);
    reached("nobody can read this: the exit status says it");
}

/* The first process waits for a child that has left the session, and both sleep. */
static void wait_detached(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0);
    pid_t child = fork();
    if (child < 0)
        refused("fork");
    if (child == 0) {
        setsid();
        sleep_milliseconds(total);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    reached("waited %ld ms for a child in a session of its own", total);
}

const struct attack waiting_attacks[] = {
    {"wait-asleep", wait_asleep},
    {"wait-stopped", wait_stopped},
    {"wait-on-pipe", wait_on_pipe},
    {"wait-on-futex", wait_on_futex},
    {"wait-signals-blocked", wait_signals_blocked},
    {"wait-in-vfork", wait_in_vfork},
    {"wait-trickling", wait_trickling},
    {"wait-closed", wait_closed},
    {"wait-detached", wait_detached},
    {NULL, NULL},
};
