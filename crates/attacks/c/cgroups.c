/* Leaving the cgroup, or changing its limits. */
#include "attacks.h"
#include <dirent.h>

static const char *const CONTROLS[] = {"cgroup.procs",           "tasks",      "memory.max",
                                       "memory.limit_in_bytes",  "pids.max",   "cpu.max",
                                       "cgroup.subtree_control", "cgroup.kill"};

/* Calls `visit` for the directory and those below it; returns how many were cgroups. */
static int walk(const char *directory, int depth, void (*visit)(const char *directory))
{
    char path[4096];
    snprintf(path, sizeof path, "%s/cgroup.procs", directory);
    int seen = access(path, F_OK) == 0;
    visit(directory);
    DIR *stream = depth > 0 ? opendir(directory) : NULL;
    struct dirent *entry;
    while (stream && (entry = readdir(stream))) {
        if (entry->d_type != DT_DIR || entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        seen += walk(path, depth - 1, visit);
    }
    if (stream)
        closedir(stream);
    return seen;
}

/* Opening for writing is the proof; nothing is written, because it could hit other runs. */
static void open_controls(const char *directory)
{
    for (size_t i = 0; i < sizeof CONTROLS / sizeof *CONTROLS; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", directory, CONTROLS[i]);
        if (open(path, O_WRONLY) >= 0)
            reached("may write %s", path);
    }
}

static void cgroup_write(int count, char **arguments)
{
    (void)count, (void)arguments;
    int seen = walk("/sys/fs/cgroup", 8, open_controls);
    if (!seen)
        refused_because("no cgroup is visible");
    refused_because("nothing may be written in any of %d cgroups", seen);
}

static void cgroup_mount(int count, char **arguments)
{
    (void)count, (void)arguments;
    never_on_a_bare_machine();
    mkdir("cgroup", 0700);
    if (syscall(SYS_mount, "none", "cgroup", "cgroup2", 0, NULL) < 0)
        refused("mount cgroup2");
    walk("cgroup", 2, open_controls);
    reached("mounted the cgroup tree");
}

static void cgroup_namespace(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (unshare(CLONE_NEWCGROUP) < 0)
        refused("unshare(CLONE_NEWCGROUP)");
    reached("made a cgroup namespace");
}

/* A process can start in another cgroup, whose directory is given to clone3. */
static void clone_into(const char *directory)
{
    struct {
        uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls,
            set_tid, set_tid_size, cgroup;
    } request = {.flags = 0x200000000ULL /* CLONE_INTO_CGROUP */, .exit_signal = SIGCHLD};
    int descriptor = open(directory, O_RDONLY | O_DIRECTORY);
    request.cgroup = (uint64_t)descriptor;
    long child = syscall(SYS_clone3, &request, sizeof request);
    if (child == 0)
        _exit(0);
    if (child > 0) {
        waitpid((pid_t)child, NULL, 0);
        reached("started a process in the cgroup %s", directory);
    }
    int error = errno;
    close(descriptor);
    errno = error;
}

static void cgroup_clone_into(int count, char **arguments)
{
    (void)count, (void)arguments;
    int seen = walk("/sys/fs/cgroup", 8, clone_into);
    if (!seen)
        refused_because("no cgroup is visible");
    refused("clone3(CLONE_INTO_CGROUP) for every one of %d cgroups, the last", seen);
}

const struct attack cgroup_attacks[] = {
    {"cgroup-write", cgroup_write},
    {"cgroup-mount", cgroup_mount},
    {"cgroup-namespace", cgroup_namespace},
    {"cgroup-clone-into", cgroup_clone_into},
    {NULL, NULL},
};
