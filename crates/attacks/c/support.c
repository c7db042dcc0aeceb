/* What the attacks share: verdicts, arguments, time, children that never outlive the attacker. */
#include "attacks.h"
#include <stdarg.h>
#include <sys/auxv.h>

enum { EXIT_REACHED = 0, EXIT_WRONG_USAGE = 2, EXIT_REFUSED = 10, EXIT_INAPPLICABLE = 11 };

static int lifeline[2] = {-1, -1};

_Noreturn static void verdict(int status, const char *word, const char *format, va_list values,
                              int error)
{
    char line[1024];
    int length = snprintf(line, sizeof line, "%s: ", word);
    length += vsnprintf(line + length, sizeof line - (size_t)length, format, values);
    if (length > (int)sizeof line - 128)
        length = (int)sizeof line - 128;
    if (error)
        length += snprintf(line + length, sizeof line - (size_t)length, ": %s", strerror(error));
    line[length++] = '\n';
    if (write(STDOUT_FILENO, line, (size_t)length) < 0) {
        /* The exit status carries the verdict even where standard output is gone. */
    }
    _exit(status);
}

_Noreturn void reached(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    verdict(EXIT_REACHED, "reached", format, values, 0);
}

_Noreturn void refused(const char *format, ...)
{
    int error = errno;
    va_list values;
    va_start(values, format);
    verdict(EXIT_REFUSED, "refused", format, values, error);
}

_Noreturn void refused_because(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    verdict(EXIT_REFUSED, "refused", format, values, 0);
}

_Noreturn void inapplicable(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    verdict(EXIT_INAPPLICABLE, "inapplicable", format, values, 0);
}

_Noreturn void wrong_usage(const char *what)
{
    dprintf(STDERR_FILENO, "usage: %s\n", what);
    _exit(EXIT_WRONG_USAGE);
}

const char *text_argument(int count, char **arguments, int index)
{
    if (index >= count)
        wrong_usage("an argument of this attack is missing");
    return arguments[index];
}

long number_argument(int count, char **arguments, int index)
{
    char *end;
    long number = strtol(text_argument(count, arguments, index), &end, 10);
    if (*end)
        wrong_usage("an argument of this attack is not a number");
    return number;
}

pid_t target_argument(int count, char **arguments, int index)
{
    const char *text = text_argument(count, arguments, index);
    if (strcmp(text, "init") == 0)
        return 1;
    if (strcmp(text, "parent") == 0) {
        if (getppid() == 0)
            refused_because("the parent is not visible from here");
        return getppid();
    }
    return (pid_t)number_argument(count, arguments, index);
}

static long clock_milliseconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

long now_milliseconds(void)
{
    return clock_milliseconds(CLOCK_MONOTONIC);
}

void burn_cpu(long milliseconds)
{
    long end = clock_milliseconds(CLOCK_THREAD_CPUTIME_ID) + milliseconds;
    volatile unsigned long sink = 0;
    do {
        for (int i = 0; i < 20000; i++)
            sink += (unsigned long)i;
    } while (clock_milliseconds(CLOCK_THREAD_CPUTIME_ID) < end);
}

void sleep_milliseconds(long milliseconds)
{
    struct timespec rest = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    while (nanosleep(&rest, &rest) < 0 && errno == EINTR) {
    }
}

struct shared_page *new_shared_page(void)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        inapplicable("no shared page: %s", strerror(errno));
    return page;
}

void lifeline_make(void)
{
    if (pipe(lifeline) < 0)
        inapplicable("no pipe: %s", strerror(errno));
}

_Noreturn void lifeline_wait(void)
{
    char byte;
    close(lifeline[1]);
    while (read(lifeline[0], &byte, 1) < 0 && errno == EINTR) {
    }
    _exit(0);
}

void lifeline_cut(void)
{
    close(lifeline[1]);
}

const char *own_path(void)
{
    const char *path = (const char *)getauxval(AT_EXECFN);
    /* execveat(2) on a descriptor names the program /dev/fd/N, which need not exist here. */
    return path && access(path, X_OK) == 0 ? path : "/proc/self/exe";
}

void raise_soft_limit(int resource)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) == 0 && limit.rlim_cur != limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        if (setrlimit(resource, &limit) < 0) {
            /* Then the soft limit is the one that counts. */
        }
    }
}

void report_if_readable(int descriptor, const char *how)
{
    char text[33];
    ssize_t length = read(descriptor, text, sizeof text - 1);
    if (length <= 0)
        return;
    text[length] = 0;
    for (ssize_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            text[i] = '.';
    reached("read %zd bytes %s: %s", length, how, text);
}

void never_on_a_bare_machine(void)
{
    unsigned inside = 1, outside = 1, length = 0;
    FILE *map = fopen("/proc/self/uid_map", "r");
    if (!map)
        return; /* without /proc this is a sandbox's root, not a machine's */
    int fields = fscanf(map, "%u %u %u", &inside, &outside, &length);
    fclose(map);
    if (fields == 3 && inside == 0 && outside == 0 && length == UINT32_MAX)
        inapplicable("this would hurt the machine: it is not tried in the initial user namespace");
}
