/* Doors into the kernel that no contest program needs: one attack each, and a sweep over all. */
#include "attacks.h"
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>

static void kernel_io_uring(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct io_uring_params parameters = {0};
    if (syscall(SYS_io_uring_setup, 4, &parameters) < 0)
        refused("io_uring_setup");
    reached("made an io_uring: system calls that no filter sees");
}

static void kernel_userfaultfd(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (syscall(SYS_userfaultfd, 1 /* UFFD_USER_MODE_ONLY */ | O_CLOEXEC) < 0)
        refused("userfaultfd");
    reached("made a userfaultfd");
}

static void kernel_bpf(int count, char **arguments)
{
    (void)count, (void)arguments;
    union bpf_attr map = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 8,
                          .max_entries = 1};
    if (syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map) < 0)
        refused("bpf(BPF_MAP_CREATE)");
    reached("made a BPF map");
}

static void kernel_perf_event(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE, .size = sizeof event,
                                    .config = PERF_COUNT_SW_TASK_CLOCK, .exclude_kernel = 1,
                                    .exclude_hv = 1};
    if (syscall(SYS_perf_event_open, &event, 0, -1, -1, 0) < 0)
        refused("perf_event_open");
    reached("opened a performance event");
}

static void kernel_keyring(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (syscall(SYS_add_key, "user", "sandglass-attack", "x", 1, -2 /* process keyring */) < 0)
        refused("add_key");
    reached("added a key");
}

/* ADDR_NO_RANDOMIZE and READ_IMPLIES_EXEC weaken whatever is executed next. */
static void kernel_personality(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (syscall(SYS_personality, 0x0040000 | 0x0400000) < 0)
        refused("personality");
    reached("switched address randomisation off");
}

static void kernel_fanotify(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (fanotify_init(FAN_CLASS_NOTIF | FAN_REPORT_FID, O_RDONLY) < 0)
        refused("fanotify_init");
    reached("watches files by fanotify");
}

/* Watching a shared file, or a pipe, tells what others do with it and when they end. */
static void kernel_inotify(int count, char **arguments)
{
    (void)count, (void)arguments;
    int watcher = inotify_init1(IN_NONBLOCK);
    if (watcher < 0)
        refused("inotify_init1");
    if (inotify_add_watch(watcher, "/", IN_OPEN | IN_CLOSE) < 0)
        refused("inotify_add_watch");
    reached("watches the root directory by inotify");
}

static void kernel_secret_memory(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (syscall(447 /* memfd_secret */, 0) < 0)
        refused("memfd_secret");
    reached("made memory that the kernel itself cannot read");
}

/*
 * Each of these is called with arguments that are wrong everywhere, so nothing happens; what
 * counts is whether the call is answered as one that does not exist (or is not permitted), or
 * with a complaint about the arguments: then it is open.
 */
static const struct {
    const char *name;
    long number;
} FORBIDDEN[] = {
    {"kcmp", SYS_kcmp},
    {"process_madvise", 440},
    {"process_mrelease", 448},
    {"statmount", 457},
    {"listmount", 458},
    {"unshare", SYS_unshare},
    {"name_to_handle_at", SYS_name_to_handle_at},
    {"perf_event_open", SYS_perf_event_open},
    {"io_uring_setup", 425},
    {"io_uring_enter", 426},
    {"io_uring_register", 427},
    {"io_setup", SYS_io_setup},
    {"io_submit", SYS_io_submit},
    {"add_key", SYS_add_key},
    {"request_key", SYS_request_key},
    {"keyctl", SYS_keyctl},
    {"fanotify_init", SYS_fanotify_init},
    {"syslog", SYS_syslog},
    {"clock_adjtime", SYS_clock_adjtime},
    {"adjtimex", SYS_adjtimex},
    {"move_pages", SYS_move_pages},
    {"migrate_pages", SYS_migrate_pages},
    {"memfd_secret", 447},
    {"ioprio_set", SYS_ioprio_set},
    {"mq_open", SYS_mq_open},
    {"lsm_set_self_attr", 460},
    {"cachestat", 451},
    {"seccomp", SYS_seccomp},
    {"landlock_create_ruleset", 444},
    {"mbind", SYS_mbind},
    {"sched_setattr", SYS_sched_setattr},
    {"sched_setaffinity", SYS_sched_setaffinity},
    {"shmget", SYS_shmget},
    {"semget", SYS_semget},
    {"msgget", SYS_msgget},
    {"inotify_init1", SYS_inotify_init1},
    {"vhangup", SYS_vhangup},
#ifdef __x86_64__
    {"uselib", SYS_uselib},
    {"modify_ldt", SYS_modify_ldt},
#endif
    /* From here on a policy may end the run, so they come last. */
    {"ptrace", SYS_ptrace},
    {"process_vm_readv", SYS_process_vm_readv},
    {"process_vm_writev", SYS_process_vm_writev},
    {"pidfd_getfd", 438},
    {"mount", SYS_mount},
    {"umount2", SYS_umount2},
    {"pivot_root", SYS_pivot_root},
    {"chroot", SYS_chroot},
    {"open_tree", 428},
    {"move_mount", 429},
    {"fsopen", 430},
    {"fsconfig", 431},
    {"fsmount", 432},
    {"fspick", 433},
    {"mount_setattr", 442},
    {"open_tree_attr", 467},
    {"setns", SYS_setns},
    {"open_by_handle_at", SYS_open_by_handle_at},
    {"bpf", SYS_bpf},
    {"userfaultfd", SYS_userfaultfd},
    {"quotactl", SYS_quotactl},
    {"quotactl_fd", 443},
    {"acct", SYS_acct},
    {"swapon", SYS_swapon},
    {"swapoff", SYS_swapoff},
    {"reboot", SYS_reboot},
    {"init_module", SYS_init_module},
    {"finit_module", SYS_finit_module},
    {"delete_module", SYS_delete_module},
    {"kexec_file_load", SYS_kexec_file_load},
    {"settimeofday", SYS_settimeofday},
    {"clock_settime", SYS_clock_settime},
    {"sethostname", SYS_sethostname},
    {"setdomainname", SYS_setdomainname},
#ifdef __x86_64__
    {"iopl", SYS_iopl},
    {"ioperm", SYS_ioperm},
#endif
};

static void kernel_huge_pages(int count, char **arguments)
{
    (void)count, (void)arguments;
    void *page = mmap(NULL, 2 * MEBIBYTE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
    if (page == MAP_FAILED)
        refused("mmap(MAP_HUGETLB)");
    *(volatile char *)page = 1;
    reached("took a huge page from the pool of the machine, which no memory limit counts");
}

/* Pages that the kernel merges tell by the time of a write what others have in memory. */
static void kernel_merged_pages(int count, char **arguments)
{
    (void)count, (void)arguments;
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        inapplicable("no page");
    if (madvise(page, 4096, 12 /* MADV_MERGEABLE */) < 0)
        refused("madvise(MADV_MERGEABLE)");
    reached("has its pages merged with those of others");
}

/* The old way of watching a directory, by a signal. */
static void kernel_directory_signal(int count, char **arguments)
{
    (void)count, (void)arguments;
    int directory = open("/usr/lib", O_RDONLY | O_DIRECTORY);
    if (directory < 0)
        inapplicable("no /usr/lib: %s", strerror(errno));
    if (fcntl(directory, F_NOTIFY, 1 /* DN_ACCESS */) < 0)
        refused("fcntl(F_NOTIFY)");
    reached("is signalled when others read /usr/lib");
}

static void kernel_sweep(int count, char **arguments)
{
    (void)count, (void)arguments;
    char list[512] = "";
    int answered = 0;
    for (size_t i = 0; i < sizeof FORBIDDEN / sizeof *FORBIDDEN; i++) {
        if (syscall(FORBIDDEN[i].number, -1L, -1L, -1L, -1L, -1L, -1L) < 0 &&
            (errno == ENOSYS || errno == EPERM || errno == EACCES))
            continue;
        if (answered++ < 12)
            snprintf(list + strlen(list), sizeof list - strlen(list), " %s", FORBIDDEN[i].name);
    }
    if (answered)
        reached("%d system calls are open:%s", answered, list);
    refused_because("none of %zu system calls is open", sizeof FORBIDDEN / sizeof *FORBIDDEN);
}

const struct attack kernel_attacks[] = {
    {"kernel-io-uring", kernel_io_uring},
    {"kernel-userfaultfd", kernel_userfaultfd},
    {"kernel-bpf", kernel_bpf},
    {"kernel-perf-event", kernel_perf_event},
    {"kernel-keyring", kernel_keyring},
    {"kernel-personality", kernel_personality},
    {"kernel-fanotify", kernel_fanotify},
    {"kernel-inotify", kernel_inotify},
    {"kernel-secret-memory", kernel_secret_memory},
    {"kernel-huge-pages", kernel_huge_pages},
    {"kernel-merged-pages", kernel_merged_pages},
    {"kernel-directory-signal", kernel_directory_signal},
    {"kernel-sweep", kernel_sweep},
    {NULL, NULL},
};
