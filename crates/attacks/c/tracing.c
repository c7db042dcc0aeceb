/*
 * Reaching into another process: process 1 ("init"), the parent ("parent") or a given pid.
 * Every one of them asks the kernel's ptrace_may_access, by a system call of its own.
 */
#include "attacks.h"
#include <sys/ptrace.h>
#include <sys/uio.h>

/* PTRACE_SEIZE does not stop the process, and the end of the attack lets it go. */
static void trace_seize(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    if (ptrace(PTRACE_SEIZE, target, NULL, NULL) < 0)
        refused("ptrace(PTRACE_SEIZE, %d)", target);
    reached("traces process %d", target);
}

static void trace_attach(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    if (ptrace(PTRACE_ATTACH, target, NULL, NULL) < 0)
        refused("ptrace(PTRACE_ATTACH, %d)", target);
    waitpid(target, NULL, __WALL);
    ptrace(PTRACE_DETACH, target, NULL, NULL);
    reached("attached to process %d", target);
}

/*
 * Page zero is never mapped: EFAULT says that the kernel let us in and found nothing there, EPERM
 * that it did not. So the attack proves its right without changing a byte.
 */
static void trace_write_memory(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    char byte = 0;
    struct iovec here = {&byte, 1}, there = {(void *)1, 1};
    if (process_vm_writev(target, &here, 1, &there, 1, 0) < 0 && errno != EFAULT)
        refused("process_vm_writev(%d)", target);
    reached("may write to the memory of process %d", target);
}

static void trace_read_memory(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    char byte = 0;
    struct iovec here = {&byte, 1}, there = {(void *)1, 1};
    if (process_vm_readv(target, &here, 1, &there, 1, 0) < 0 && errno != EFAULT)
        refused("process_vm_readv(%d)", target);
    reached("may read the memory of process %d", target);
}

/* Takes copies of the other process' open files. */
static void trace_steal_descriptor(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    int process = (int)syscall(SYS_pidfd_open, target, 0);
    if (process < 0)
        refused("pidfd_open(%d)", target);
    for (int number = 0; number < 64; number++)
        if (syscall(SYS_pidfd_getfd, process, number, 0) >= 0)
            reached("took descriptor %d of process %d", number, target);
    refused("pidfd_getfd(%d)", target);
}

/* Which of two processes share an object: tells addresses in the kernel apart. */
static void trace_compare(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    if (syscall(SYS_kcmp, getpid(), target, 1 /* KCMP_VM */, 0, 0) < 0)
        refused("kcmp(%d)", target);
    reached("compared kernel objects with process %d", target);
}

const struct attack tracing_attacks[] = {
    {"trace-seize", trace_seize},
    {"trace-attach", trace_attach},
    {"trace-write-memory", trace_write_memory},
    {"trace-read-memory", trace_read_memory},
    {"trace-steal-descriptor", trace_steal_descriptor},
    {"trace-compare", trace_compare},
    {NULL, NULL},
};
