/*
 * Signals to processes that do not belong to the attacker. The signal is one that is ignored by
 * default wherever that proves as much: the kernel's permission check is the same for all.
 */
#include "attacks.h"

/*
 * kill(-1) reaches every process that is visible and may be signalled, except the caller. It also
 * succeeds where it found processes and may signal none, so one of them is asked for by its pid.
 */
static void signal_everything(int count, char **arguments)
{
    pid_t victim = target_argument(count, arguments, 0);
    if (kill(-1, VICTIM_SIGNAL) < 0)
        refused("kill(-1)");
    if (kill(victim, 0) < 0)
        refused("kill(-1) found nobody to signal; kill(%d)", victim);
    reached("kill(-1) signalled every process, %d among them", victim);
}

static void signal_by_kill(int count, char **arguments)
{
    pid_t victim = target_argument(count, arguments, 0);
    if (kill(victim, VICTIM_SIGNAL) < 0)
        refused("kill(%d)", victim);
    reached("signalled process %d by kill", victim);
}

static void signal_by_tgkill(int count, char **arguments)
{
    pid_t victim = target_argument(count, arguments, 0);
    if (syscall(SYS_tgkill, victim, victim, VICTIM_SIGNAL) < 0 &&
        syscall(SYS_tkill, victim, VICTIM_SIGNAL) < 0)
        refused("tgkill and tkill(%d)", victim);
    reached("signalled process %d by tgkill", victim);
}

static void signal_by_queue(int count, char **arguments)
{
    pid_t victim = target_argument(count, arguments, 0);
    union sigval value = {.sival_int = 1};
    if (sigqueue(victim, VICTIM_SIGNAL, value) < 0)
        refused("sigqueue(%d)", victim);
    reached("signalled process %d by sigqueue", victim);
}

static void signal_by_pidfd(int count, char **arguments)
{
    pid_t victim = target_argument(count, arguments, 0);
    int descriptor = (int)syscall(SYS_pidfd_open, victim, 0);
    if (descriptor < 0)
        refused("pidfd_open(%d)", victim);
    if (syscall(SYS_pidfd_send_signal, descriptor, VICTIM_SIGNAL, NULL, 0) < 0)
        refused("pidfd_send_signal(%d)", victim);
    reached("signalled process %d through a pidfd", victim);
}

/* Makes the victim the owner of a pipe, so that the kernel signals it when data comes. */
static void signal_by_owner(int count, char **arguments)
{
    pid_t victim = target_argument(count, arguments, 0);
    int ends[2];
    if (pipe(ends) < 0)
        inapplicable("no pipe");
    if (fcntl(ends[0], F_SETOWN, victim) < 0)
        refused("fcntl(F_SETOWN, %d)", victim);
    if (fcntl(ends[0], F_SETSIG, VICTIM_SIGNAL) < 0)
        refused("fcntl(F_SETSIG)");
    if (fcntl(ends[0], F_SETFL, O_ASYNC) < 0)
        refused("fcntl(F_SETFL, O_ASYNC)");
    if (write(ends[1], "x", 1) != 1)
        refused("write");
    if (fcntl(ends[0], F_GETOWN) != victim)
        refused_because("process %d did not become the owner", victim);
    reached("the kernel signals process %d for this one", victim);
}

/*
 * The group may hold processes outside: a group that was joined from another PID namespace has
 * no number in this one (getpgrp() is 0), and one that is led by somebody else has the leader's.
 */
static void signal_group(int count, char **arguments)
{
    (void)count, (void)arguments;
    pid_t group = getpgrp();
    if (group == getpid())
        refused_because("the process leads a group of its own");
    if (group == 1)
        refused_because("the group is led by process 1, which the kernel keeps from harm");
    if (kill(0, VICTIM_SIGNAL) < 0)
        refused("kill(0)");
    reached("signalled group %d, which somebody else leads", group);
}

/*
 * Every signal there is to the parent, SIGKILL last. Process 1 of a PID namespace ignores from
 * inside what it has no handler for, SIGKILL too; any other parent dies.
 */
static void kill_parent(int count, char **arguments)
{
    (void)count, (void)arguments;
    never_on_a_bare_machine();
    pid_t parent = getppid();
    if (parent == 0)
        refused_because("the parent is not visible from here");
    prctl(PR_SET_PDEATHSIG, 0); /* so as to live and tell */
    int delivered = 0;
    for (int number = 1; number < 65; number++)
        delivered += number != SIGSTOP && number != SIGKILL && kill(parent, number) == 0;
    if (kill(parent, SIGKILL) < 0 && getppid() == parent)
        refused("kill(%d, SIGKILL)", parent);
    /* With a process 1 its namespace dies, and this process too; others may die late on a busy machine. */
    long deadline = now_milliseconds() + (parent == 1 ? 300 : PATIENCE);
    while (now_milliseconds() < deadline) {
        if (getppid() != parent)
            reached("killed the parent, process %d", parent);
        sleep_milliseconds(5);
    }
    refused_because("process %d outlived SIGKILL and %d other signals", parent, delivered);
}

const struct attack signal_attacks[] = {
    {"signal-everything", signal_everything},
    {"signal-by-kill", signal_by_kill},
    {"signal-by-tgkill", signal_by_tgkill},
    {"signal-by-queue", signal_by_queue},
    {"signal-by-pidfd", signal_by_pidfd},
    {"signal-by-owner", signal_by_owner},
    {"signal-group", signal_group},
    {"kill-parent", kill_parent},
    {NULL, NULL},
};
