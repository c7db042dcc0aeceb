/*
 * Leaving something alive for the next run: a process, or the state of a namespace that many runs
 * share. `leave-X` in one run, `find-X` in a later one of the same lane.
 */
#include "attacks.h"
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/un.h>

enum { ORPHAN_SECONDS = 20 };

/* Leaves a process that nothing ties to this one: session, descriptors and signals are its own. */
static pid_t leave_orphan(void)
{
    pid_t child = fork();
    if (child < 0)
        refused("fork");
    if (child > 0) {
        waitpid(child, NULL, 0);
        return child;
    }
    setsid();
    if (fork() != 0)
        _exit(0);
    for (int number = 1; number < 32; number++)
        signal(number, SIG_IGN);
    for (int descriptor = 0; descriptor < 3; descriptor++)
        close(descriptor);
    return 0;
}

static socklen_t abstract_address(struct sockaddr_un *address)
{
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    strcpy(address->sun_path + 1, MARK);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + sizeof MARK);
}

/* An orphan that listens on an abstract socket. */
static void leave_socket(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct sockaddr_un address;
    socklen_t length = abstract_address(&address);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0)
        refused("socket(AF_UNIX)");
    if (bind(descriptor, (struct sockaddr *)&address, length) < 0)
        refused("bind");
    if (listen(descriptor, 1) < 0)
        refused("listen");
    if (leave_orphan() == 0) {
        struct pollfd found = {descriptor, POLLIN, 0};
        poll(&found, 1, ORPHAN_SECONDS * 1000);
        _exit(0);
    }
    reached("left a process that listens on an abstract socket");
}

static void find_socket(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct sockaddr_un address;
    socklen_t length = abstract_address(&address);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0)
        refused("socket(AF_UNIX)");
    if (connect(descriptor, (struct sockaddr *)&address, length) < 0)
        refused("connect");
    reached("found the process that listens");
}

/* An orphan that holds a lock on a file (the argument) that both runs see. */
static void leave_lock(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    int file = open(path, O_RDONLY);
    if (file < 0)
        refused("open %s", path);
    if (flock(file, LOCK_EX | LOCK_NB) < 0)
        refused("flock");
    if (leave_orphan() == 0) {
        sleep_milliseconds(ORPHAN_SECONDS * 1000);
        _exit(0);
    }
    reached("left a process that holds a lock");
}

static void find_lock(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    int file = open(path, O_RDONLY);
    if (file < 0)
        refused("open %s", path);
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        refused_because("nobody holds the lock");
    if (errno != EWOULDBLOCK)
        refused("flock");
    reached("somebody holds the lock");
}

/* A connection that was closed here first keeps its port busy for a minute (TIME_WAIT). */
static void leave_port(int count, char **arguments)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port =
                                      htons((uint16_t)number_argument(count, arguments, 0)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int server = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0);
    if (server < 0 || client < 0)
        refused("socket(AF_INET)");
    if (bind(server, (struct sockaddr *)&address, sizeof address) < 0)
        refused("bind");
    if (listen(server, 1) < 0 || connect(client, (struct sockaddr *)&address, sizeof address) < 0)
        refused("connect to itself");
    int accepted = accept(server, NULL, NULL);
    if (accepted < 0)
        refused("accept");
    close(accepted); /* the server's side closes first, so the server's port waits */
    close(client);
    close(server);
    reached("left port %s waiting", arguments[0]);
}

static void find_port(int count, char **arguments)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port =
                                      htons((uint16_t)number_argument(count, arguments, 0)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int server = socket(AF_INET, SOCK_STREAM, 0);
    if (server < 0)
        refused("socket(AF_INET)");
    if (bind(server, (struct sockaddr *)&address, sizeof address) == 0)
        refused_because("port %s is free", arguments[0]);
    if (errno != EADDRINUSE)
        refused("bind");
    reached("port %s is still busy", arguments[0]);
}

static void leave_host_name(int count, char **arguments)
{
    (void)count, (void)arguments;
    never_on_a_bare_machine();
    if (sethostname(MARK, sizeof MARK - 1) < 0)
        refused("sethostname");
    reached("left a host name");
}

static void find_host_name(int count, char **arguments)
{
    (void)count, (void)arguments;
    char name[65] = "";
    gethostname(name, sizeof name - 1);
    if (strcmp(name, MARK))
        refused_because("the host name is '%s'", name);
    reached("found the host name");
}

const struct attack leave_alive_attacks[] = {
    {"leave-socket", leave_socket},
    {"find-socket", find_socket},
    {"leave-lock", leave_lock},
    {"find-lock", find_lock},
    {"leave-port", leave_port},
    {"find-port", find_port},
    {"leave-host-name", leave_host_name},
    {"find-host-name", find_host_name},
    {NULL, NULL},
};
