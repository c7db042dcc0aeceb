/* Gaining rights: namespaces, capabilities, identities, and what only the administrator may do. */
#include "attacks.h"
#include <linux/capability.h>
#include <sys/klog.h>
#include <sys/sysmacros.h>
#include <sys/timex.h>

static void namespace_user_unshare(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (unshare(CLONE_NEWUSER) < 0)
        refused("unshare(CLONE_NEWUSER)");
    reached("made a user namespace: every capability inside it");
}

static void namespace_user_clone(int count, char **arguments)
{
    (void)count, (void)arguments;
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0)
        _exit(0);
    if (child < 0)
        refused("clone(CLONE_NEWUSER)");
    waitpid((pid_t)child, NULL, 0);
    reached("cloned a child into a user namespace");
}

static void namespace_user_clone3(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct {
        uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
    } request = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
    long child = syscall(SYS_clone3, &request, sizeof request);
    if (child == 0)
        _exit(0);
    if (child < 0)
        refused("clone3(CLONE_NEWUSER)");
    waitpid((pid_t)child, NULL, 0);
    reached("cloned a child into a user namespace by clone3");
}

/* Every other kind needs CAP_SYS_ADMIN. */
static void namespace_other(int count, char **arguments)
{
    (void)count, (void)arguments;
    static const int KINDS[] = {CLONE_NEWNS,  CLONE_NEWNET, CLONE_NEWIPC,
                                CLONE_NEWUTS, CLONE_NEWPID, CLONE_NEWCGROUP};
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (unshare(KINDS[i]) == 0)
            reached("unshare(%#x)", KINDS[i]);
    refused("unshare of each kind");
}

/* Joins the namespaces of process 1, which may be more than this one has. */
static void namespace_join(int count, char **arguments)
{
    pid_t target = target_argument(count, arguments, 0);
    int process = (int)syscall(SYS_pidfd_open, target, 0);
    if (process < 0)
        refused("pidfd_open(%d)", target);
    static const int KINDS[] = {CLONE_NEWPID, CLONE_NEWNS,  CLONE_NEWUTS,
                                CLONE_NEWIPC, CLONE_NEWNET, CLONE_NEWUSER};
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (setns(process, KINDS[i]) == 0)
            reached("joined a namespace (%#x) of process %d", KINDS[i], target);
    refused("setns(%d) for each kind", target);
}

static void capabilities(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capget, &header, data) < 0)
        refused("capget");
    if (data[0].permitted | data[1].permitted | data[0].inheritable | data[1].inheritable)
        reached("capabilities %#x %#x are permitted", data[1].permitted, data[0].permitted);
    refused_because("no capability is permitted or inheritable");
}

static void new_privileges(int count, char **arguments)
{
    (void)count, (void)arguments;
    int set = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
    if (set < 0)
        refused("prctl(PR_GET_NO_NEW_PRIVS)");
    if (set)
        refused_because("no_new_privs is set");
    reached("execve may raise privileges");
}

/* A set-uid copy of this program (the argument) runs as its owner. */
static void setuid_program(int count, char **arguments)
{
    const char *program = text_argument(count, arguments, 0);
    if (strcmp(program, "check") == 0) {
        if (geteuid() == getuid())
            refused_because("the effective uid stayed %d", geteuid());
        reached("the effective uid became %d", geteuid());
    }
    if (geteuid() == 0 && setresuid(65534, 65534, 65534) < 0)
        refused("setresuid, to begin as an ordinary user");
    execl(program, "attacks", "setuid-program", "check", (char *)NULL);
    refused("execve %s", program);
}

static void setuid_root(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (setresuid(0, 0, 0) == 0)
        reached("setresuid(0)");
    if (setresgid(0, 0, 0) == 0)
        reached("setresgid(0)");
    if (syscall(SYS_setgroups, 0, NULL) == 0)
        reached("setgroups");
    refused("setresuid, setresgid, setgroups");
}

/* The name it has already: nothing changes. */
static void host_name(int count, char **arguments)
{
    (void)count, (void)arguments;
    char name[65] = "";
    gethostname(name, sizeof name - 1);
    if (sethostname(name, strlen(name)) < 0)
        refused("sethostname");
    reached("may change the host name");
}

/* Adjusts the clock by nothing. */
static void system_clock(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct timex nothing = {.modes = ADJ_OFFSET_SINGLESHOT};
    if (adjtimex(&nothing) < 0)
        refused("adjtimex");
    reached("may set the clock");
}

/* A wrong magic number: EINVAL says that only the number was missing. */
static void reboot_machine(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (syscall(SYS_reboot, 0, 0, 0, NULL) < 0 && errno != EINVAL)
        refused("reboot");
    reached("may reboot");
}

static void kernel_log(int count, char **arguments)
{
    (void)count, (void)arguments;
    char text[256];
    int length = klogctl(3 /* SYSLOG_ACTION_READ_ALL */, text, sizeof text);
    if (length <= 0)
        refused("syslog");
    reached("read %d bytes of the kernel's log", length);
}

/* The null device under another name: harmless, and as forbidden as a disk. */
static void make_device(int count, char **arguments)
{
    (void)count, (void)arguments;
    unlink("device");
    if (mknod("device", S_IFCHR | 0600, makedev(1, 3)) < 0)
        refused("mknod");
    if (open("device", O_RDWR) < 0)
        refused("open a device made by mknod");
    unlink("device");
    reached("made a device and opened it");
}

const struct attack privilege_attacks[] = {
    {"namespace-user-unshare", namespace_user_unshare},
    {"namespace-user-clone", namespace_user_clone},
    {"namespace-user-clone3", namespace_user_clone3},
    {"namespace-other", namespace_other},
    {"namespace-join", namespace_join},
    {"capabilities", capabilities},
    {"new-privileges", new_privileges},
    {"setuid-program", setuid_program},
    {"setuid-root", setuid_root},
    {"host-name", host_name},
    {"system-clock", system_clock},
    {"reboot", reboot_machine},
    {"kernel-log", kernel_log},
    {"make-device", make_device},
    {NULL, NULL},
};
