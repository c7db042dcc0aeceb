/* The program that the conformance tests run inside: one mode a test, answers as words on stdout.
   Compiled once, statically, and executed by descriptor, so that it needs nothing of any view. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long cpu_microseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000L + t.tv_nsec / 1000;
}

static void *spin(void *until) {
    volatile long sum = 0;
    while (cpu_microseconds() < (long)until)
        for (int i = 0; i < 10000; i++) sum += i;
    return 0;
}

static void say_errno(const char *what, int failed) {
    printf("%s %s\n", what, failed ? strerrorname_np(errno) : "ok");
}

static void one_limit(const char *name, int resource) {
    struct rlimit limit;
    getrlimit(resource, &limit);
    printf("%s %lld %lld\n", name, (long long)limit.rlim_cur, (long long)limit.rlim_max);
}

static int deep(long bytes) {
    volatile char frame[4096];
    memset((char *)frame, 1, sizeof frame);
    return bytes <= 0 ? frame[7] : deep(bytes - 4096) + frame[5];
}

/* All that a process gets of its parent and can change. */
static void print_attributes(void) {
    cpu_set_t set;
    char directory[256] = "?";
    mode_t mask = umask(0);
    umask(mask);
    sched_getaffinity(0, sizeof set, &set);
    printf("nice %d\npolicy %d\ncpus", getpriority(PRIO_PROCESS, 0), sched_getscheduler(0));
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &set)) printf(" %d", cpu);
    printf("\nio %ld\nslack %d\numask %o\ndirectory %s\npersonality %x\n", syscall(SYS_ioprio_get, 1, 0),
           prctl(PR_GET_TIMERSLACK), mask, getcwd(directory, sizeof directory), personality(0xffffffff));
    printf("dumpable %d\nsignals", prctl(PR_GET_DUMPABLE));
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (int number = 1; number < 65; number++) {
        struct sigaction action;
        if (sigismember(&blocked, number) == 1) printf(" %d", number);
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN) printf(" -%d", number);
    }
    for (int resource = 0; resource < RLIMIT_NLIMITS; resource++) {
        struct rlimit limit;
        if (getrlimit(resource, &limit) == 0)
            printf("\nlimit %d %lld %lld", resource, (long long)limit.rlim_cur, (long long)limit.rlim_max);
    }
    char score[16] = "?";
    int file = open("/proc/self/oom_score_adj", O_RDONLY);
    if (file >= 0 && read(file, score, sizeof score - 1) > 0) strtok(score, "\n");
    printf("\nscore %s\n", score);
}

/* Changes each of them, for itself, for process 1, for its group and for its user, as far as it may. */
static void spoil_attributes(void) {
    struct sched_param parameters = {0};
    struct rlimit few = {3, 3}, none = {0, 0};
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&set) > 1; cpu++) CPU_CLR(cpu, &set);
    for (int who = 0; who < 2; who++) {
        sched_setaffinity(who, sizeof set, &set);
        sched_setscheduler(who, SCHED_IDLE, &parameters);
        setpriority(PRIO_PROCESS, (id_t)who, 19);
        syscall(SYS_ioprio_set, 1, who, 3 << 13);
        prlimit(who, RLIMIT_NPROC, &none, NULL);
        prlimit(who, RLIMIT_NOFILE, &few, NULL);
        prlimit(who, RLIMIT_CORE, &none, NULL);
    }
    setpriority(PRIO_PGRP, 0, 19);
    setpriority(PRIO_USER, 0, 19);
    syscall(SYS_ioprio_set, 2, 0, 3 << 13);
    syscall(SYS_ioprio_set, 3, getuid(), 3 << 13);
    prctl(PR_SET_TIMERSLACK, 1000000000);
    prctl(PR_SET_DUMPABLE, 0);
    umask(0777);
    personality(ADDR_NO_RANDOMIZE);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
    int file = open("/proc/self/oom_score_adj", O_WRONLY);
    if (file < 0 || write(file, "1000", 4) < 0) { /* /proc may be read-only */ }
    if (chdir("/proc")) perror("/proc");
    print_attributes();
}

int main(int count, char **arguments) {
    const char *mode = count > 1 ? arguments[1] : "none";
    const char *path = count > 2 ? arguments[2] : "";
    long number = count > 2 ? atol(arguments[2]) : 0;
    setvbuf(stdout, 0, _IOLBF, 0);
    if (!strcmp(mode, "none")) return 42 + count;
    if (!strcmp(mode, "exit")) return number;
    if (!strcmp(mode, "signal")) { raise(number); return 0; }
    if (!strcmp(mode, "pause")) { printf("here\n"); for (;;) pause(); }
    if (!strcmp(mode, "spin")) {
        // From here on: the process had a clock before it executed this program.
        spin((void *)(cpu_microseconds() + number * 1000));
        return 0;
    }
    if (!strcmp(mode, "spin-threads")) {
        pthread_t other;
        pthread_create(&other, 0, spin, (void *)(number * 1000));
        spin((void *)(number * 1000));
        pthread_join(other, 0);
        return 0;
    }
    if (!strcmp(mode, "map") || !strcmp(mode, "touch")) {
        char *block = mmap(0, number, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) { say_errno("mmap", 1); return 1; }
        if (!strcmp(mode, "touch")) for (long i = 0; i < number; i += 4096) block[i] = 1;
        printf("mmap ok\n");
        return 0;
    }
    if (!strcmp(mode, "reserve")) { /* as run-times do that manage a heap of their own */
        void *block = mmap(0, number, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (block == MAP_FAILED) { say_errno("mmap", 1); return 1; }
        printf("mmap ok\n");
        return 0;
    }
    if (!strcmp(mode, "creep") || !strcmp(mode, "read-for-ever")) {
        /* reads pages of a mapped file at random, and with "creep" grows by one page now and then */
        size_t length = 16 << 20;
        volatile char *text = mmap(0, length, PROT_READ, MAP_PRIVATE, open(path, O_RDONLY), 0);
        for (unsigned state = 1;;) {
            for (int i = 0; i < 64; i++) (void)text[(state = state * 1103515245 + 12345) % length];
            if (!strcmp(mode, "creep")) *(volatile char *)mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) = 1;
        }
    }
    if (!strcmp(mode, "fork")) {
        pid_t child = fork();
        if (child == 0) _exit(0);
        say_errno("fork", child < 0);
        if (child > 0) waitpid(child, 0, 0);
        return 0;
    }
    if (!strcmp(mode, "tree")) { /* a few processes that leave their parent's session */
        for (int i = 0; i < 3; i++) if (fork() == 0) { setsid(); for (;;) pause(); }
        printf("here\n");
        for (;;) pause();
    }
    if (!strcmp(mode, "limits")) {
        one_limit("AS", RLIMIT_AS); one_limit("CORE", RLIMIT_CORE); one_limit("CPU", RLIMIT_CPU);
        one_limit("FSIZE", RLIMIT_FSIZE); one_limit("NOFILE", RLIMIT_NOFILE);
        one_limit("STACK", RLIMIT_STACK);
        return 0;
    }
    if (!strcmp(mode, "write")) { /* write FILE BYTES: how much went in, and why no more */
        long wanted = atol(arguments[3]), done = 0, more = 1;
        signal(SIGXFSZ, SIG_IGN);
        int file = open(path, O_WRONLY | O_CREAT, 0600);
        say_errno("open", file < 0);
        char block[64];
        memset(block, 'x', sizeof block);
        while (file >= 0 && done < wanted && more > 0) {
            more = write(file, block, wanted - done < 64 ? wanted - done : 64);
            if (more > 0) done += more;
        }
        printf("written %ld\n", done);
        if (more < 0) say_errno("write", 1);
        return 0;
    }
    if (!strcmp(mode, "overflow")) { /* without ignoring SIGXFSZ */
        int file = open(path, O_WRONLY | O_CREAT, 0600);
        for (;;) if (write(file, mode, 8) < 0) return 1;
    }
    if (!strcmp(mode, "descriptors")) {
        int opened = 0;
        while (dup(0) >= 0 && opened < 100000) opened++;
        printf("opened %d %s\n", opened, strerrorname_np(errno));
        return 0;
    }
    if (!strcmp(mode, "open")) { /* which of 0..1023 are open, and how */
        for (int i = 0; i < 1024; i++) {
            int flags = fcntl(i, F_GETFL);
            struct stat s;
            if (flags < 0) continue;
            fstat(i, &s);
            printf("%d %d %llx\n", i, flags & O_ACCMODE, (unsigned long long)s.st_rdev);
        }
        return 0;
    }
    if (!strcmp(mode, "stack")) { printf("%d\n", deep(number)); return 0; }
    if (!strcmp(mode, "core")) { abort(); }
    if (!strcmp(mode, "who")) {
        printf("pid %d\nppid %d\nsid %d\npgid %d\nuid %d\ngid %d\neuid %d\negid %d\n", getpid(),
               getppid(), getsid(0), getpgid(0), getuid(), getgid(), geteuid(), getegid());
        printf("nnp %d\n", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
        return 0;
    }
    if (!strcmp(mode, "kill-all")) {
        for (int signal = 1; signal <= 64; signal++) {
            if (kill(-1, signal) == 0 || errno != ESRCH) printf("reached %d\n", signal);
            if (signal != SIGKILL) kill(1, signal);
        }
        kill(1, SIGKILL);
        kill(1, SIGSTOP);
        say_errno("outside", kill(number, 0));
        return 0;
    }
    if (!strcmp(mode, "network")) {
        int udp = socket(AF_INET, SOCK_DGRAM, 0);
        if (udp < 0) { say_errno("socket", 1); return 0; }
        struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(53)};
        inet_aton(path, &there.sin_addr);
        say_errno("connect", connect(udp, (void *)&there, sizeof there));
        return 0;
    }
    if (!strcmp(mode, "queue")) { /* queue NAME make|see: a System V segment under a key */
        int make = !strcmp(arguments[3], "make");
        say_errno("shmget", syscall(SYS_shmget, 0x5a5a, 4096, make ? 01600 : 0) < 0);
        return 0;
    }
    if (!strcmp(mode, "host")) {
        struct utsname name;
        uname(&name);
        printf("host [%s]\ndomain [%s]\n", name.nodename, name.domainname);
        return 0;
    }
    if (!strcmp(mode, "clock")) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        printf("monotonic %ld\n", (long)t.tv_sec);
        clock_gettime(CLOCK_BOOTTIME, &t);
        printf("boottime %ld\n", (long)t.tv_sec);
        return 0;
    }
    if (!strcmp(mode, "unmount")) {
        say_errno("umount", umount2(path, MNT_DETACH));
        say_errno("mount", mount("none", path, "tmpfs", 0, 0));
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS)) { say_errno("unshare", 1); return 0; }
        say_errno("nested", umount2(path, MNT_DETACH));
        return 0;
    }
    if (!strcmp(mode, "stat")) {
        struct stat s;
        struct statvfs v;
        if (stat(path, &s)) { say_errno("stat", 1); return 0; }
        statvfs(path, &v);
        printf("mode %o\nsize %lld\nro %d\nnoexec %d\nnosuid %d\nbytes %llu\n", s.st_mode & 07777,
               (long long)s.st_size, !!(v.f_flag & ST_RDONLY), !!(v.f_flag & ST_NOEXEC),
               !!(v.f_flag & ST_NOSUID), (unsigned long long)v.f_blocks * v.f_frsize);
        return 0;
    }
    if (!strcmp(mode, "files")) { /* how many files a directory takes, and why no more */
        int made = 0;
        for (; made < 100; made++) {
            char name[256];
            snprintf(name, sizeof name, "%s/f%d", path, made);
            int file = open(name, O_WRONLY | O_CREAT, 0600);
            if (file < 0) break;
            close(file);
        }
        printf("made %d %s\n", made, made < 100 ? strerrorname_np(errno) : "ok");
        return 0;
    }
    if (!strcmp(mode, "print")) {
        char block[4096];
        int file = open(path, O_RDONLY);
        if (file < 0) { say_errno("open", 1); return 0; }
        for (ssize_t got; (got = read(file, block, sizeof block)) > 0;) fwrite(block, 1, got, stdout);
        return 0;
    }
    if (!strcmp(mode, "attributes")) { print_attributes(); return 0; }
    if (!strcmp(mode, "spoil")) { spoil_attributes(); return 0; }
    if (!strcmp(mode, "execute")) { execl(path, path, "exit", "7", (char *)0); say_errno("exec", 1); return 0; }
    if (!strcmp(mode, "close-streams")) { close(0); close(1); close(2); for (;;) pause(); }
    return 99;
}
