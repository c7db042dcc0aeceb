/* Files: one too large (by every call that can grow one), too many, too deep; and arguments. */
#include "attacks.h"
#include <sys/sendfile.h>

static const char PAGE[4096] = "x";

/* The file is sparse: what is tested is its size, and a disk is not filled. */
static int new_file(void)
{
    signal(SIGXFSZ, SIG_IGN);
    raise_soft_limit(RLIMIT_FSIZE);
    int file = open("large", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0)
        inapplicable("no file: %s", strerror(errno));
    return file;
}

static int source_file(void)
{
    int file = open("source", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, PAGE, sizeof PAGE) != (ssize_t)sizeof PAGE)
        inapplicable("no source file: %s", strerror(errno));
    return file;
}

_Noreturn static void judge(int file, long size, const char *how)
{
    int error = errno;
    struct stat status;
    fstat(file, &status);
    unlink("large");
    unlink("source");
    errno = error;
    if (status.st_size < size)
        refused("a file of %ld MiB by %s (it has %ld bytes)", size / MEBIBYTE, how,
                (long)status.st_size);
    reached("a file of %ld MiB by %s", size / MEBIBYTE, how);
}

static void file_by_write(int count, char **arguments)
{
    long size = number_argument(count, arguments, 0) * MEBIBYTE;
    int file = new_file();
    ssize_t written = pwrite(file, PAGE, sizeof PAGE, size - 4096);
    (void)written; /* the size says whether it worked */
    judge(file, size, "pwrite");
}

static void file_by_truncate(int count, char **arguments)
{
    long size = number_argument(count, arguments, 0) * MEBIBYTE;
    int file = new_file();
    int failed = ftruncate(file, size) < 0 && truncate("large", size) < 0;
    (void)failed; /* the size says whether it worked */
    judge(file, size, "ftruncate");
}

static void file_by_fallocate(int count, char **arguments)
{
    long size = number_argument(count, arguments, 0) * MEBIBYTE;
    int file = new_file();
    fallocate(file, 0, size - 4096, 4096);
    judge(file, size, "fallocate");
}

/* A shared mapping beyond the end cannot grow a file; the size it needs must be set before. */
static void file_by_mapping(int count, char **arguments)
{
    long size = number_argument(count, arguments, 0) * MEBIBYTE;
    int file = new_file();
    char *start = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (start == MAP_FAILED || ftruncate(file, size) < 0)
        judge(file, size, "mmap");
    start[size - 1] = 'x';
    judge(file, size, "mmap");
}

static void file_by_sendfile(int count, char **arguments)
{
    long size = number_argument(count, arguments, 0) * MEBIBYTE;
    int file = new_file(), source = source_file();
    off_t start = 0;
    lseek(file, size - 4096, SEEK_SET);
    sendfile(file, source, &start, sizeof PAGE);
    judge(file, size, "sendfile");
}

static void file_by_splice(int count, char **arguments)
{
    long size = number_argument(count, arguments, 0) * MEBIBYTE;
    int file = new_file(), ends[2];
    loff_t place = size - 4096;
    if (pipe(ends) < 0 || write(ends[1], PAGE, sizeof PAGE) < 0)
        inapplicable("no pipe: %s", strerror(errno));
    splice(ends[0], NULL, file, &place, sizeof PAGE, 0);
    judge(file, size, "splice");
}

static void file_by_copy(int count, char **arguments)
{
    long size = number_argument(count, arguments, 0) * MEBIBYTE;
    int file = new_file(), source = source_file();
    loff_t from = 0, to = size - 4096;
    copy_file_range(source, &from, file, &to, sizeof PAGE, 0);
    judge(file, size, "copy_file_range");
}

static void many_files(int count, char **arguments)
{
    long target = number_argument(count, arguments, 0);
    mkdir("many", 0700);
    for (long made = 0; made < target; made++) {
        char path[64];
        snprintf(path, sizeof path, "many/%ld", made);
        if (mknod(path, S_IFREG | 0600, 0) < 0)
            refused("mknod after %ld files", made);
    }
    reached("%ld files", target);
}

/* Names of 200 bytes: the path is soon longer than any system call takes. */
static void deep_tree(int count, char **arguments)
{
    long target = number_argument(count, arguments, 0);
    char name[201];
    memset(name, 'd', 200);
    name[200] = 0;
    for (long depth = 0; depth < target; depth++)
        if (mkdir(name, 0700) < 0 || chdir(name) < 0)
            refused("mkdir at depth %ld", depth);
    int file = open("bottom", O_WRONLY | O_CREAT, 0600);
    if (file < 0)
        refused("a file at depth %ld", target);
    reached("a tree %ld directories deep", target);
}

/* An argument may be 128 KiB, and all of them a quarter of the limit on the stack. */
static void long_arguments(int count, char **arguments)
{
    if (count > 1) {
        size_t bytes = 0;
        for (int i = 0; i < count; i++)
            bytes += strlen(arguments[i]);
        reached("%zu KiB of arguments", bytes / 1024);
    }
    long pieces = number_argument(count, arguments, 0) * MEBIBYTE / 65536;
    char *piece = malloc(65536), **list = calloc((size_t)pieces + 4, sizeof *list);
    memset(piece, 'a', 65535);
    piece[65535] = 0;
    list[0] = "attacks";
    list[1] = "long-arguments";
    list[2] = arguments[0];
    for (long i = 0; i < pieces; i++)
        list[3 + i] = piece;
    raise_soft_limit(RLIMIT_STACK);
    execv(own_path(), list);
    refused("execve with %ld MiB of arguments", pieces * 65536 / MEBIBYTE);
}

/* The whole memory of a dying child, written to a file beside it. */
static void core_dump(int count, char **arguments)
{
    (void)count, (void)arguments;
    raise_soft_limit(RLIMIT_CORE);
    pid_t child = fork();
    if (child < 0)
        refused("fork");
    if (child == 0)
        abort();
    int status = 0;
    waitpid(child, &status, 0);
    if (!WCOREDUMP(status))
        refused_because("the kernel dumped no core");
    reached("the kernel dumped a core");
}

const struct attack growth_attacks[] = {
    {"file-by-write", file_by_write},
    {"file-by-truncate", file_by_truncate},
    {"file-by-fallocate", file_by_fallocate},
    {"file-by-mapping", file_by_mapping},
    {"file-by-sendfile", file_by_sendfile},
    {"file-by-splice", file_by_splice},
    {"file-by-copy", file_by_copy},
    {"many-files", many_files},
    {"deep-tree", deep_tree},
    {"long-arguments", long_arguments},
    {"core-dump", core_dump},
    {NULL, NULL},
};
