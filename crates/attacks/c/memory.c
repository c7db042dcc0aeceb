/* Memory of the process and its files. The argument is how much to hold, in MiB. */
#include "attacks.h"
#include <sys/shm.h>

#define PIECE (4 * MEBIBYTE)

/* Writes to every page: only touched memory is memory. */
static void touch(volatile char *start, long bytes)
{
    for (long offset = 0; offset < bytes; offset += 4096)
        start[offset] = 1;
}

static void memory_heap(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0) * MEBIBYTE;
    for (long held = 0; held < total; held += MEBIBYTE) {
        char *piece = malloc(MEBIBYTE);
        if (!piece)
            refused("malloc after %ld MiB", held / MEBIBYTE);
        touch(piece, MEBIBYTE);
    }
    reached("%s MiB of heap", arguments[0]);
}

static long recurse(long bytes)
{
    volatile char frame[65536];
    touch(frame, sizeof frame);
    if (bytes <= (long)sizeof frame)
        return frame[0];
    return recurse(bytes - (long)sizeof frame) + frame[4096];
}

/* The stack's room is laid out by execve, so the raised limit counts only in a new image. */
static void memory_stack(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0) * MEBIBYTE;
    if (count == 1) {
        raise_soft_limit(RLIMIT_STACK);
        execl(own_path(), "attacks", "memory-stack", arguments[0], "again", (char *)NULL);
    }
    recurse(total);
    reached("%s MiB of stack", arguments[0]);
}

static void map_and_touch(long bytes, int flags)
{
    char *start = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (start == MAP_FAILED)
        refused("mmap of %ld MiB", bytes / MEBIBYTE);
    touch(start, bytes);
}

static void memory_shared_mapping(int count, char **arguments)
{
    map_and_touch(number_argument(count, arguments, 0) * MEBIBYTE, MAP_SHARED | MAP_ANONYMOUS);
    reached("%s MiB of shared anonymous memory", arguments[0]);
}

/* Eight processes hold an eighth each: no single one is large. */
static void memory_children(int count, char **arguments)
{
    long eighth = number_argument(count, arguments, 0) * MEBIBYTE / 8;
    struct shared_page *shared = new_shared_page();
    lifeline_make();
    for (int i = 0; i < 8; i++) {
        pid_t child = fork();
        if (child < 0)
            refused("fork");
        if (child == 0) {
            map_and_touch(eighth, MAP_PRIVATE | MAP_ANONYMOUS);
            atomic_fetch_add(&shared->arrived, 1);
            lifeline_wait();
        }
    }
    long deadline = now_milliseconds() + PATIENCE;
    while (atomic_load(&shared->arrived) < 8 && now_milliseconds() < deadline &&
           waitpid(-1, NULL, WNOHANG) == 0)
        sleep_milliseconds(5);
    if (atomic_load(&shared->arrived) < 8)
        refused_because("a child died before all of them held their part");
    reached("eight processes hold %ld MiB each", eighth / MEBIBYTE);
}

/* Pieces of 4 MiB, so that a limit on the size of one file does not end it. */
static void write_piece(int descriptor, const char *what, long held)
{
    static char buffer[65536];
    memset(buffer, 'x', sizeof buffer);
    for (long written = 0; written < PIECE; written += (long)sizeof buffer)
        if (write(descriptor, buffer, sizeof buffer) != (ssize_t)sizeof buffer)
            refused("write to %s after %ld MiB", what, (held + written) / MEBIBYTE);
}

static void fill_files(const char *directory, long total)
{
    for (long held = 0; held < total; held += PIECE) {
        char path[256];
        snprintf(path, sizeof path, "%s/piece-%ld", directory, held / PIECE);
        int descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
        if (descriptor < 0)
            refused("open %s after %ld MiB", path, held / MEBIBYTE);
        write_piece(descriptor, path, held);
        close(descriptor);
    }
}

static void remove_files(const char *directory, long total)
{
    for (long held = 0; held < total; held += PIECE) {
        char path[256];
        snprintf(path, sizeof path, "%s/piece-%ld", directory, held / PIECE);
        unlink(path);
    }
}

/* Files in a directory (the second argument) on a tmpfs: the working directory, /tmp, /dev/shm. */
static void memory_tmpfs(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0) * MEBIBYTE;
    const char *directory = text_argument(count, arguments, 1);
    fill_files(directory, total);
    remove_files(directory, total);
    reached("%s MiB of files in %s", arguments[0], directory);
}

/* Dirty pages of files on a disk; what was written back and dropped is not held any more. */
static void memory_page_cache(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0) * MEBIBYTE, held = 0;
    const char *directory = text_argument(count, arguments, 1);
    fill_files(directory, total);
    for (long piece = 0; piece < total / PIECE; piece++) {
        unsigned char resident[PIECE / 4096];
        char path[256];
        snprintf(path, sizeof path, "%s/piece-%ld", directory, piece);
        int descriptor = open(path, O_RDONLY);
        void *start = mmap(NULL, PIECE, PROT_READ, MAP_SHARED, descriptor, 0);
        if (start == MAP_FAILED || mincore(start, PIECE, resident) < 0)
            refused("mincore");
        for (size_t page = 0; page < sizeof resident; page++)
            held += (resident[page] & 1) * 4096;
        munmap(start, PIECE);
        close(descriptor);
    }
    remove_files(directory, total);
    /* A host that is short of memory may have taken some of it back: half is more than any limit. */
    if (held < total / 2)
        refused_because("only %ld MiB of %s stayed in the page cache", held / MEBIBYTE,
                        arguments[0]);
    reached("%ld MiB of page cache", held / MEBIBYTE);
}

static void memory_memfd(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0) * MEBIBYTE;
    raise_soft_limit(RLIMIT_NOFILE);
    for (long held = 0; held < total; held += 2 * PIECE) {
        int descriptor = (int)syscall(SYS_memfd_create, "piece", 0);
        if (descriptor < 0)
            refused("memfd_create after %ld MiB", held / MEBIBYTE);
        write_piece(descriptor, "a memfd", held);
        write_piece(descriptor, "a memfd", held + PIECE);
    }
    reached("%s MiB in memfds", arguments[0]);
}

/* The segment is marked for removal at once: it lives as long as the attack. */
static void memory_sysv_shm(int count, char **arguments)
{
    long total = number_argument(count, arguments, 0) * MEBIBYTE;
    int segment = shmget(IPC_PRIVATE, (size_t)total, IPC_CREAT | 0600);
    if (segment < 0)
        refused("shmget");
    char *start = shmat(segment, NULL, 0);
    shmctl(segment, IPC_RMID, NULL);
    if (start == (void *)-1)
        refused("shmat");
    touch(start, total);
    reached("%s MiB of System V shared memory", arguments[0]);
}

const struct attack memory_attacks[] = {
    {"memory-heap", memory_heap},
    {"memory-stack", memory_stack},
    {"memory-shared-mapping", memory_shared_mapping},
    {"memory-children", memory_children},
    {"memory-tmpfs", memory_tmpfs},
    {"memory-page-cache", memory_page_cache},
    {"memory-memfd", memory_memfd},
    {"memory-sysv-shm", memory_sysv_shm},
    {NULL, NULL},
};
