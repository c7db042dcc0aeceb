/* Changing what is mounted where, and where the root is. */
#include "attacks.h"
#include <linux/mount.h>
#include <sys/statvfs.h>

/* <sys/mount.h> and <linux/mount.h> do not go together everywhere. */
enum { OLD_RDONLY = 1, OLD_NOSUID = 2, OLD_NODEV = 4, OLD_REMOUNT = 32, OLD_BIND = 4096,
       DETACH = 2 };

static const char *const PLACES[] = {"/usr", "/lib", "/lib64", "/bin", "/tmp", "/"};
#define PLACE_COUNT (sizeof PLACES / sizeof *PLACES)

static long old_mount(const char *source, const char *target, const char *type, unsigned long flags)
{
    return syscall(SYS_mount, source, target, type, flags, NULL);
}

static void mount_tmpfs(int count, char **arguments)
{
    (void)count, (void)arguments;
    never_on_a_bare_machine();
    mkdir("mount-point", 0700);
    if (old_mount("none", "mount-point", "tmpfs", 0) < 0)
        refused("mount a tmpfs");
    reached("mounted a tmpfs without bounds");
}

/* A mount that hides something may be hiding the host. */
static void unmount_places(int count, char **arguments)
{
    (void)count, (void)arguments;
    never_on_a_bare_machine();
    int error = 0;
    for (size_t i = 0; i < PLACE_COUNT; i++) {
        if (syscall(SYS_umount2, PLACES[i], DETACH) == 0)
            reached("unmounted %s", PLACES[i]);
        if (errno != EINVAL) /* not a mount point */
            error = errno;
    }
    errno = error ? error : EINVAL;
    refused("umount of every place");
}

static bool is_read_only(const char *place)
{
    struct statvfs status;
    return statvfs(place, &status) == 0 && status.f_flag & ST_RDONLY;
}

static void remount_writable(int count, char **arguments)
{
    (void)count, (void)arguments;
    never_on_a_bare_machine();
    int tried = 0, error = 0;
    for (size_t i = 0; i < PLACE_COUNT; i++) {
        if (!is_read_only(PLACES[i]))
            continue;
        tried++;
        /* Flags that a user namespace may not clear must be repeated, so try with them too. */
        if (old_mount(NULL, PLACES[i], NULL, OLD_REMOUNT | OLD_BIND) < 0)
            old_mount(NULL, PLACES[i], NULL, OLD_REMOUNT | OLD_BIND | OLD_NOSUID | OLD_NODEV);
        error = errno;
        if (!is_read_only(PLACES[i]))
            reached("%s is writable now", PLACES[i]);
    }
    if (!tried)
        inapplicable("nothing is mounted read-only");
    errno = error;
    refused("remounting every place");
}

static void mount_attributes(int count, char **arguments)
{
    (void)count, (void)arguments;
    never_on_a_bare_machine();
    struct mount_attr writable = {.attr_clr = MOUNT_ATTR_RDONLY};
    int tried = 0, error = 0;
    for (size_t i = 0; i < PLACE_COUNT; i++) {
        if (!is_read_only(PLACES[i]))
            continue;
        tried++;
        syscall(SYS_mount_setattr, AT_FDCWD, PLACES[i], 0, &writable, sizeof writable);
        error = errno;
        if (!is_read_only(PLACES[i]))
            reached("%s is writable now", PLACES[i]);
    }
    if (!tried)
        inapplicable("nothing is mounted read-only");
    errno = error;
    refused("mount_setattr on every place");
}

static void pivot_root_away(int count, char **arguments)
{
    (void)count, (void)arguments;
    never_on_a_bare_machine();
    mkdir("new-root", 0700);
    if (old_mount("none", "new-root", "tmpfs", 0) < 0)
        refused("mount a new root");
    mkdir("new-root/old", 0700);
    if (syscall(SYS_pivot_root, "new-root", "new-root/old") < 0)
        refused("pivot_root");
    reached("changed the root");
}

static int detached_tmpfs(void)
{
    int context = (int)syscall(SYS_fsopen, "tmpfs", 0);
    if (context < 0)
        refused("fsopen");
    if (syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) < 0)
        refused("fsconfig");
    int mounted = (int)syscall(SYS_fsmount, context, 0, 0);
    if (mounted < 0)
        refused("fsmount");
    return mounted;
}

/* A mount that is attached nowhere is still a file system to write to. */
static void mount_detached(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (openat(detached_tmpfs(), "file", O_WRONLY | O_CREAT, 0600) < 0)
        refused("a file in a detached mount");
    reached("wrote to a detached tmpfs without bounds");
}

static void mount_moved(int count, char **arguments)
{
    (void)count, (void)arguments;
    never_on_a_bare_machine();
    int mounted = detached_tmpfs();
    mkdir("mount-point", 0700);
    if (syscall(SYS_move_mount, mounted, "", AT_FDCWD, "mount-point", MOVE_MOUNT_F_EMPTY_PATH) < 0)
        refused("move_mount");
    reached("mounted a tmpfs by the new interface");
}

static void mount_cloned(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (syscall(SYS_open_tree, AT_FDCWD, "/", OPEN_TREE_CLONE | AT_RECURSIVE) < 0)
        refused("open_tree(OPEN_TREE_CLONE)");
    reached("cloned the tree of mounts");
}

/*
 * The classic: a process whose working directory lies above its root walks out by ... It builds a
 * jail of its own to show that it can leave one.
 */
static void chroot_escape(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct stat before, inside, after;
    stat("/", &before);
    mkdir("jail", 0700);
    mkdir("jail/inner", 0700);
    if (chroot("jail") < 0)
        refused("chroot");
    if (chdir("/") < 0 || stat("/", &inside) < 0 ||
        (inside.st_ino == before.st_ino && inside.st_dev == before.st_dev))
        refused_because("chroot changed nothing");
    if (chroot("inner") < 0)
        refused("second chroot");
    for (int level = 0; level < 64; level++)
        if (chdir("..") < 0)
            break;
    if (chroot(".") < 0)
        refused("third chroot");
    stat("/", &after);
    if (after.st_ino != before.st_ino || after.st_dev != before.st_dev)
        refused_because("the walk by .. ended inside the jail");
    reached("left a chroot jail");
}

const struct attack mount_attacks[] = {
    {"mount-tmpfs", mount_tmpfs},
    {"unmount", unmount_places},
    {"remount-writable", remount_writable},
    {"mount-attributes", mount_attributes},
    {"pivot-root", pivot_root_away},
    {"mount-detached", mount_detached},
    {"mount-moved", mount_moved},
    {"mount-cloned", mount_cloned},
    {"chroot-escape", chroot_escape},
    {NULL, NULL},
};
