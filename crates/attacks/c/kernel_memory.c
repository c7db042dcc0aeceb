/* Memory that the kernel holds for the attacker and that no resident set shows. */
#include "attacks.h"
#include <sys/eventfd.h>

/*
 * Runs `fill` in this process and, each time the open files run out, in one more child, until all
 * of them together hold the target. `fill` returns the bytes it added, 0 when it can add none.
 */
static void spread(long target, int most_processes, long (*fill)(void), const char *what)
{
    struct shared_page *shared = new_shared_page();
    lifeline_make();
    raise_soft_limit(RLIMIT_NOFILE);
    int processes = 0;
    while (atomic_load(&shared->tickets) < target && processes++ < most_processes) {
        pid_t child = fork();
        if (child < 0)
            refused("fork after %ld MiB of %s", atomic_load(&shared->tickets) / MEBIBYTE, what);
        if (child == 0) {
            long added;
            while (atomic_load(&shared->tickets) < target && (added = fill()) > 0)
                atomic_fetch_add(&shared->tickets, added);
            atomic_store(&shared->error, errno);
            atomic_fetch_add(&shared->arrived, 1);
            lifeline_wait();
        }
        while (atomic_load(&shared->arrived) < processes && waitpid(child, NULL, WNOHANG) == 0)
            sleep_milliseconds(1);
    }
    long held = atomic_load(&shared->tickets);
    errno = (int)atomic_load(&shared->error);
    if (held < target)
        refused("%ld KiB of %s in %d processes", held / 1024, what, processes);
    reached("%ld MiB of %s in %d processes", held / MEBIBYTE, what, processes);
}

static long write_until_full(int descriptor)
{
    static char buffer[16384];
    long held = 0;
    ssize_t written;
    while ((written = write(descriptor, buffer, sizeof buffer)) > 0)
        held += written;
    return held;
}

static long fill_pipe(void)
{
    int ends[2];
    if (pipe2(ends, O_NONBLOCK) < 0)
        return 0;
    fcntl(ends[1], F_SETPIPE_SZ, MEBIBYTE);
    return write_until_full(ends[1]);
}

/* An ordinary user may hold 64 MiB in large pipes by default (fs.pipe-user-pages-soft). */
static void memory_pipes(int count, char **arguments)
{
    spread(number_argument(count, arguments, 0) * MEBIBYTE, 16, fill_pipe, "data in pipes");
}

static long fill_sockets(void)
{
    int ends[2], size = 64 * MEBIBYTE;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) < 0)
        return 0;
    for (int i = 0; i < 2; i++)
        setsockopt(ends[i], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    return write_until_full(ends[0]) + write_until_full(ends[1]);
}

static void memory_sockets(int count, char **arguments)
{
    spread(number_argument(count, arguments, 0) * MEBIBYTE, 16, fill_sockets, "data in sockets");
}

/*
 * Reading one untouched page in every 2 MiB maps the shared page of zeros: the resident set stays
 * empty while each read costs a page table of 4 KiB.
 */
static void memory_page_tables(int count, char **arguments)
{
    long tables = number_argument(count, arguments, 0) * MEBIBYTE / 4096;
    size_t bytes = (size_t)tables * 2 * MEBIBYTE;
    volatile char *start = mmap(NULL, bytes, PROT_READ,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        refused("mmap of %ld GiB", (long)(bytes / MEBIBYTE / 1024));
    madvise((void *)start, bytes, MADV_NOHUGEPAGE);
    char sum = 0;
    for (long table = 0; table < tables; table++)
        sum += start[table * 2 * MEBIBYTE];
    reached("%s MiB of page tables%s", arguments[0], sum ? " (and a page that was not zero)" : "");
}

/* Timers and queued signals count against RLIMIT_SIGPENDING alone. */
static void many_timers(int count, char **arguments)
{
    long target = number_argument(count, arguments, 0);
    raise_soft_limit(RLIMIT_SIGPENDING);
    for (long made = 0; made < target; made++) {
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
        int timer;
        if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) < 0)
            refused("timer_create after %ld timers", made);
    }
    reached("%ld timers", target);
}

static void many_queued_signals(int count, char **arguments)
{
    long target = number_argument(count, arguments, 0);
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    raise_soft_limit(RLIMIT_SIGPENDING);
    for (long queued = 0; queued < target; queued++) {
        union sigval value = {.sival_int = 0};
        if (sigqueue(getpid(), SIGRTMIN, value) < 0)
            refused("sigqueue after %ld signals", queued);
    }
    reached("%ld signals queued", target);
}

static void many_open_files(int count, char **arguments)
{
    long target = number_argument(count, arguments, 0);
    raise_soft_limit(RLIMIT_NOFILE);
    for (long opened = 0; opened < target; opened++)
        if (dup(STDOUT_FILENO) < 0)
            refused("dup after %ld descriptors", opened);
    reached("%ld open descriptors", target);
}

/* Descriptors sent over a socket and closed live on in its queue, beyond the limit of the table. */
static void many_descriptors_in_flight(int count, char **arguments)
{
    long target = number_argument(count, arguments, 0);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) < 0)
        refused("socketpair");
    for (long sent = 0; sent < target; sent += 20) {
        char control[CMSG_SPACE(20 * sizeof(int))] = {0}, byte = 0;
        struct iovec data = {&byte, 1};
        struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control,
                                 .msg_controllen = sizeof control};
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(20 * sizeof(int));
        int files[20];
        for (int i = 0; i < 20; i++)
            if ((files[i] = eventfd(0, 0)) < 0)
                refused("eventfd after %ld descriptors in flight", sent);
        memcpy(CMSG_DATA(header), files, sizeof files);
        if (sendmsg(ends[0], &message, MSG_DONTWAIT) < 0) {
            if (errno != EAGAIN)
                refused("sendmsg after %ld descriptors in flight", sent);
            /* This queue is full (net.unix.max_dgram_qlen): go on with another pair. */
            if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) < 0)
                refused("socketpair after %ld descriptors in flight", sent);
            sent -= 20;
        }
        for (int i = 0; i < 20; i++)
            close(files[i]);
    }
    reached("%ld open files, all of them in flight", target);
}

const struct attack kernel_memory_attacks[] = {
    {"memory-pipes", memory_pipes},
    {"memory-sockets", memory_sockets},
    {"memory-page-tables", memory_page_tables},
    {"many-timers", many_timers},
    {"many-queued-signals", many_queued_signals},
    {"many-open-files", many_open_files},
    {"many-descriptors-in-flight", many_descriptors_in_flight},
    {NULL, NULL},
};
