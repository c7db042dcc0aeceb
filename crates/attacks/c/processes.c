/* More processes than allowed: by fork, threads, nested vfork, and zombies that nobody reaps. */
#include "attacks.h"
#include <pthread.h>

/* Every process forks, and so do its children, until the tickets are used up. */
static void fork_bomb(int count, char **arguments)
{
    long target = number_argument(count, arguments, 0);
    struct shared_page *shared = new_shared_page();
    lifeline_make();
    pid_t attacker = getpid();
    while (atomic_fetch_add(&shared->tickets, 1) < target) {
        pid_t child = fork();
        if (child < 0) {
            atomic_store(&shared->error, errno);
            break;
        }
        if (child == 0)
            atomic_fetch_add(&shared->arrived, 1);
    }
    if (getpid() != attacker)
        lifeline_wait();
    long deadline = now_milliseconds() + PATIENCE;
    while (atomic_load(&shared->arrived) < target && !atomic_load(&shared->error) &&
           now_milliseconds() < deadline)
        sleep_milliseconds(5);
    long live = atomic_load(&shared->arrived);
    errno = (int)atomic_load(&shared->error);
    if (errno)
        refused("fork after %ld children", live);
    if (live < target)
        refused_because("only %ld processes came to life in time", live);
    reached("%ld processes live at once", live + 1);
}

static void *wait_for_ever(void *nothing)
{
    pause();
    return nothing;
}

static void thread_bomb(int count, char **arguments)
{
    long target = number_argument(count, arguments, 0);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 16384);
    for (long made = 0; made < target; made++) {
        pthread_t thread;
        errno = pthread_create(&thread, &attributes, wait_for_ever, NULL);
        if (errno)
            refused("pthread_create after %ld threads", made);
    }
    reached("%ld threads live at once", target + 1);
}

static struct shared_page *nest_page;
static long nest_target;

/* A parent is suspended until its vfork child ends, so the processes pile up one in another. */
static int nest(void *nothing)
{
    long depth = atomic_fetch_add(&nest_page->arrived, 1) + 1;
    if (depth >= nest_target)
        return 0;
    char *stack = malloc(8192);
    if (!stack)
        return 0;
    if (clone(nest, stack + 8192, CLONE_VM | CLONE_VFORK | SIGCHLD, nothing) < 0)
        atomic_store(&nest_page->error, errno);
    return 0;
}

static void vfork_nest(int count, char **arguments)
{
    nest_target = number_argument(count, arguments, 0);
    nest_page = new_shared_page();
    nest(NULL);
    errno = (int)atomic_load(&nest_page->error);
    if (errno)
        refused("vfork at depth %ld", atomic_load(&nest_page->arrived));
    reached("%ld processes, each suspended in vfork by the next", nest_target);
}

static void zombies(int count, char **arguments)
{
    long target = number_argument(count, arguments, 0);
    for (long made = 0; made < target; made++) {
        pid_t child = fork();
        if (child < 0)
            refused("fork after %ld zombies", made);
        if (child == 0)
            _exit(0);
    }
    reached("%ld zombies, none of them waited for", target);
}

const struct attack process_attacks[] = {
    {"fork-bomb", fork_bomb},
    {"thread-bomb", thread_bomb},
    {"vfork-nest", vfork_nest},
    {"zombies", zombies},
    {NULL, NULL},
};
