/* Ways around a filter of system calls: other tables, other threads, other programs. */
#include "attacks.h"
#include <pthread.h>
#include <sys/uio.h>

/* The call that stands for all forbidden ones: no privilege needed, and never in a policy. */
static long forbidden_call(void)
{
    return syscall(SYS_socket, AF_NETLINK, SOCK_RAW, 0);
}

/* 32-bit entry: number 20 is getpid there and writev here. */
static void entry_int80(int count, char **arguments)
{
    (void)count, (void)arguments;
#ifdef __x86_64__
    long answer;
    __asm__ volatile("int $0x80" : "=a"(answer) : "a"(20L) : "r8", "r9", "r10", "r11", "memory");
    if (answer != getpid()) {
        errno = answer < 0 ? (int)-answer : 0;
        refused("getpid by int 0x80 (%ld)", answer);
    }
    /* 359 is socket in the 32-bit table. */
    __asm__ volatile("int $0x80"
                     : "=a"(answer)
                     : "a"(359L), "b"((long)AF_NETLINK), "c"((long)SOCK_RAW), "d"(0L)
                     : "r8", "r9", "r10", "r11", "memory");
    if (answer < 0) {
        errno = (int)-answer;
        refused("socket by int 0x80");
    }
    reached("opened a socket by int 0x80");
#else
    inapplicable("this processor has no int 0x80");
#endif
}

/* x32: bit 30 of the number selects another table with the same calls. */
static void entry_x32(int count, char **arguments)
{
    (void)count, (void)arguments;
#ifdef __x86_64__
    if (syscall(0x40000000L + SYS_socket, AF_NETLINK, SOCK_RAW, 0) < 0)
        refused("socket by the x32 table");
    reached("opened a socket by the x32 table");
#else
    inapplicable("this processor has no x32 table");
#endif
}

static void *call_in_thread(void *nothing)
{
    if (forbidden_call() < 0)
        refused("a forbidden call in a thread");
    reached("a forbidden call in a thread");
    return nothing;
}

static void entry_thread(int count, char **arguments)
{
    (void)count, (void)arguments;
    pthread_t thread;
    if ((errno = pthread_create(&thread, NULL, call_in_thread, NULL)))
        refused("pthread_create");
    pthread_join(thread, NULL);
}

/* A child that executes another image: the filter must go along. */
static void entry_execve(int count, char **arguments)
{
    if (count > 0 && strcmp(arguments[0], "again") == 0) {
        if (forbidden_call() < 0)
            refused("a forbidden call after fork and execve");
        reached("a forbidden call after fork and execve");
    }
    pid_t child = fork();
    if (child < 0)
        refused("fork");
    if (child == 0) {
        execl(own_path(), "attacks", "entry-execve", "again", (char *)NULL);
        refused("execve %s", own_path());
    }
    int status;
    waitpid(child, &status, 0);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 10);
}

/* A filter of its own that allows everything: the kernel must keep the stricter answer. */
static void entry_own_filter(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct {
        uint16_t code;
        uint8_t if_true, if_false;
        uint32_t value;
    } allow_all = {6 /* return */, 0, 0, 0x7fff0000 /* allow */};
    struct {
        unsigned short length;
        void *instructions;
    } program = {1, &allow_all};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    syscall(SYS_seccomp, 1 /* set mode filter */, 0, &program);
    if (forbidden_call() < 0)
        refused("a forbidden call after a filter that allows it");
    reached("a forbidden call after a filter that allows it");
}

/* A program that lies in memory, where no mount and no path leads to it. */
static void entry_memory_file(int count, char **arguments)
{
    if (count > 0 && strcmp(arguments[0], "again") == 0) {
        if (forbidden_call() < 0)
            refused("a forbidden call of a program in memory");
        reached("a forbidden call of a program in memory");
    }
    int program = open(own_path(), O_RDONLY), file = (int)syscall(SYS_memfd_create, "program", 1);
    if (program < 0 || file < 0)
        inapplicable("no copy of the program: %s", strerror(errno));
    char block[65536];
    for (ssize_t length; (length = read(program, block, sizeof block)) > 0;)
        if (write(file, block, (size_t)length) != length)
            inapplicable("no copy of the program: %s", strerror(errno));
    char *const words[] = {"attacks", "entry-memory-file", "again", NULL};
    syscall(SYS_execveat, file, "", words, environ, AT_EMPTY_PATH);
    refused("execveat of a memory file");
}

static void be_interrupted(int number)
{
    (void)number;
}

static void *call_and_be_interrupted(void *answer)
{
    char byte;
    struct iovec here = {&byte, 1};
    errno = 0;
    syscall(SYS_process_vm_readv, getpid(), &here, 1, &here, 1, 0);
    *(atomic_int *)answer = errno + 1;
    return NULL;
}

/*
 * A call that ends the run, from a thread that is signalled all the while: the kernel takes back its
 * report to the supervisor, who must not take that for the end of all reports.
 */
static void entry_interrupted(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct sigaction action = {.sa_handler = be_interrupted};
    sigaction(SIGUSR1, &action, NULL);
    for (int round = 0; round < 100; round++) {
        pthread_t thread;
        atomic_int answer = 0;
        if ((errno = pthread_create(&thread, NULL, call_and_be_interrupted, &answer)))
            refused("pthread_create");
        long end = now_milliseconds() + 100;
        while (!atomic_load(&answer) && now_milliseconds() < end)
            pthread_kill(thread, SIGUSR1);
        if (!atomic_load(&answer))
            continue; /* the report is with the supervisor, and so is the end */
        pthread_join(thread, NULL);
        int error = atomic_load(&answer) - 1;
        if (error != EINTR)
            reached("a call that ends a run was answered: %s", strerror(error));
        sleep_milliseconds(2); /* for the supervisor to look, and to find nothing */
    }
    /* Interrupted every time. The last call is not: it ends the run where somebody still listens. */
    char byte;
    struct iovec here = {&byte, 1};
    syscall(SYS_process_vm_readv, getpid(), &here, 1, &here, 1, 0);
    reached("lived on after calls that end a run");
}

/* A second set of segment descriptors: an old source of kernel faults. */
static void entry_ldt(int count, char **arguments)
{
    (void)count, (void)arguments;
#ifdef __x86_64__
    struct {
        unsigned entry, base, limit, flags;
    } descriptor = {0, 0, 0xfffff, 0x51 /* 32-bit, limit in pages, usable */};
    if (syscall(SYS_modify_ldt, 1, &descriptor, sizeof descriptor) != 0)
        refused("modify_ldt");
    reached("wrote a local descriptor table");
#else
    inapplicable("this processor has no descriptor tables");
#endif
}

const struct attack entry_attacks[] = {
    {"entry-int80", entry_int80},
    {"entry-x32", entry_x32},
    {"entry-thread", entry_thread},
    {"entry-execve", entry_execve},
    {"entry-own-filter", entry_own_filter},
    {"entry-memory-file", entry_memory_file},
    {"entry-interrupted", entry_interrupted},
    {"entry-ldt", entry_ldt},
    {NULL, NULL},
};
