/*
 * Leaving something for the next run in an object of the kernel: `leave-X` in one run, `find-X` in
 * a later one of the same lane. `find-X` removes what it finds.
 */
#include "attacks.h"
#include <mqueue.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

enum { KEY = 0x5a9d61a5 };
enum { USER_KEYRING = -4, SESSION_KEYRING = -3, USER_SESSION_KEYRING = -5, KEYCTL_UNLINK = 9, KEYCTL_SEARCH = 10 };

static void leave_shm(int count, char **arguments)
{
    (void)count, (void)arguments;
    int segment = shmget(KEY, 4096, IPC_CREAT | 0600);
    if (segment < 0)
        refused("shmget");
    char *start = shmat(segment, NULL, 0);
    if (start == (void *)-1)
        refused("shmat");
    strcpy(start, MARK);
    reached("left a segment of shared memory");
}

static void find_shm(int count, char **arguments)
{
    (void)count, (void)arguments;
    int segment = shmget(KEY, 0, 0);
    if (segment < 0)
        refused("shmget");
    char *start = shmat(segment, NULL, SHM_RDONLY);
    shmctl(segment, IPC_RMID, NULL);
    if (start == (void *)-1 || strcmp(start, MARK))
        refused("shmat");
    reached("found the segment of shared memory");
}

static void leave_sem(int count, char **arguments)
{
    (void)count, (void)arguments;
    int set = semget(KEY, 1, IPC_CREAT | 0600);
    if (set < 0)
        refused("semget");
    if (semctl(set, 0, SETVAL, 42) < 0)
        refused("semctl");
    reached("left a semaphore");
}

static void find_sem(int count, char **arguments)
{
    (void)count, (void)arguments;
    int set = semget(KEY, 0, 0);
    if (set < 0)
        refused("semget");
    int value = semctl(set, 0, GETVAL);
    semctl(set, 0, IPC_RMID);
    reached("found a semaphore of value %d", value);
}

static void leave_msg(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct {
        long type;
        char text[sizeof MARK];
    } message = {1, MARK};
    int queue = msgget(KEY, IPC_CREAT | 0600);
    if (queue < 0)
        refused("msgget");
    if (msgsnd(queue, &message, sizeof MARK, IPC_NOWAIT) < 0)
        refused("msgsnd");
    reached("left a message");
}

static void find_msg(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct {
        long type;
        char text[sizeof MARK];
    } message = {0, ""};
    int queue = msgget(KEY, 0);
    if (queue < 0)
        refused("msgget");
    ssize_t length = msgrcv(queue, &message, sizeof MARK, 0, IPC_NOWAIT);
    msgctl(queue, IPC_RMID, NULL);
    if (length < 0)
        refused("msgrcv");
    reached("found the message");
}

static void leave_mq(int count, char **arguments)
{
    (void)count, (void)arguments;
    mqd_t queue = mq_open("/" MARK, O_RDWR | O_CREAT, 0600, NULL);
    if (queue == (mqd_t)-1)
        refused("mq_open");
    if (mq_send(queue, MARK, sizeof MARK, 0) < 0)
        refused("mq_send");
    reached("left a POSIX message");
}

static void find_mq(int count, char **arguments)
{
    (void)count, (void)arguments;
    mqd_t queue = mq_open("/" MARK, O_RDWR);
    if (queue == (mqd_t)-1)
        refused("mq_open");
    mq_unlink("/" MARK);
    reached("found the POSIX message queue");
}

/* The argument: "user" and "user-session" belong to the user, "session" to those who inherit it. */
static int keyring_argument(int count, char **arguments)
{
    const char *which = text_argument(count, arguments, 0);
    if (strcmp(which, "user") == 0)
        return USER_KEYRING;
    return strcmp(which, "user-session") == 0 ? USER_SESSION_KEYRING : SESSION_KEYRING;
}

static void leave_key(int count, char **arguments)
{
    int keyring = keyring_argument(count, arguments);
    if (syscall(SYS_add_key, "user", MARK, "x", 1, keyring) < 0)
        refused("add_key");
    reached("left a key in the %s keyring", arguments[0]);
}

static void find_key(int count, char **arguments)
{
    int keyring = keyring_argument(count, arguments);
    long key = syscall(SYS_keyctl, KEYCTL_SEARCH, keyring, "user", MARK, 0);
    if (key < 0)
        refused("keyctl");
    syscall(SYS_keyctl, KEYCTL_UNLINK, key, keyring);
    reached("found the key in the %s keyring", arguments[0]);
}

const struct attack leave_object_attacks[] = {
    {"leave-shm", leave_shm},
    {"find-shm", find_shm},
    {"leave-sem", leave_sem},
    {"find-sem", find_sem},
    {"leave-msg", leave_msg},
    {"find-msg", find_msg},
    {"leave-mq", leave_mq},
    {"find-mq", find_mq},
    {"leave-key", leave_key},
    {"find-key", find_key},
    {NULL, NULL},
};
