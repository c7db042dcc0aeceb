/* Sockets of every family, and servers of the host. */
#include "attacks.h"
#include <arpa/inet.h>
#include <linux/vm_sockets.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <sys/un.h>

/* Every family and type but AF_UNIX, which only reaches what the names allow. */
static void network_families(int count, char **arguments)
{
    (void)count, (void)arguments;
    static const int TYPES[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET};
    char opened[512] = "";
    int families = 0, error = 0;
    for (int family = 0; family < 64; family++) {
        if (family == AF_UNIX)
            continue;
        for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
            int descriptor = socket(family, TYPES[i], 0);
            if (descriptor >= 0) {
                snprintf(opened + strlen(opened), sizeof opened - strlen(opened), " %d", family);
                families++;
                close(descriptor);
                break;
            }
            error = errno;
        }
    }
    if (families)
        reached("sockets of %d families:%s", families, opened);
    errno = error;
    refused("socket of every family");
}

static struct sockaddr_in loopback_address(int count, char **arguments)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)number_argument(count, arguments, 0)),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static void network_tcp(int count, char **arguments)
{
    struct sockaddr_in address = loopback_address(count, arguments);
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0)
        refused("socket(AF_INET)");
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0)
        refused("connect to TCP port %s", arguments[0]);
    reached("connected to TCP port %s of the host", arguments[0]);
}

/* The server at that port answers every datagram. */
static void network_udp(int count, char **arguments)
{
    struct sockaddr_in address = loopback_address(count, arguments);
    int descriptor = socket(AF_INET, SOCK_DGRAM, 0);
    if (descriptor < 0)
        refused("socket(AF_INET)");
    if (sendto(descriptor, "x", 1, 0, (struct sockaddr *)&address, sizeof address) < 0)
        refused("sendto UDP port %s", arguments[0]);
    struct pollfd answer = {descriptor, POLLIN, 0};
    char byte;
    if (poll(&answer, 1, PATIENCE) != 1 || recv(descriptor, &byte, 1, MSG_DONTWAIT) < 0)
        refused_because("nobody answered at UDP port %s", arguments[0]);
    reached("talked to UDP port %s of the host", arguments[0]);
}

static void network_abstract(int count, char **arguments)
{
    const char *name = text_argument(count, arguments, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path + 1, name, sizeof address.sun_path - 2);
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0)
        refused("socket(AF_UNIX)");
    if (connect(descriptor, (struct sockaddr *)&address, length) < 0)
        refused("connect to the abstract socket %s", name);
    reached("connected to the abstract socket %s of the host", name);
}

static void network_path(int count, char **arguments)
{
    const char *path = text_argument(count, arguments, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0)
        refused("socket(AF_UNIX)");
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0)
        refused("connect to %s", path);
    reached("connected to %s", path);
}

/* No namespace holds vsock: a socket that can be bound talks to the hypervisor. */
static void network_vsock(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct sockaddr_vm address = {.svm_family = AF_VSOCK, .svm_cid = VMADDR_CID_ANY,
                                  .svm_port = VMADDR_PORT_ANY};
    int descriptor = socket(AF_VSOCK, SOCK_STREAM, 0);
    if (descriptor < 0)
        refused("socket(AF_VSOCK)");
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0)
        refused("bind a vsock");
    reached("bound a vsock");
}

/* Asks the kernel for the list of interfaces. */
static void network_netlink(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct {
        uint32_t length;
        uint16_t type, flags;
        uint32_t sequence, process;
        char family[16];
    } request = {sizeof request, 18 /* RTM_GETLINK */, 0x301 /* request, dump */, 1, 0, {0}};
    char answer[4096];
    int descriptor = socket(AF_NETLINK, SOCK_RAW, 0);
    if (descriptor < 0)
        refused("socket(AF_NETLINK)");
    if (send(descriptor, &request, sizeof request, 0) < 0)
        refused("send to netlink");
    ssize_t length = recv(descriptor, answer, sizeof answer, 0);
    if (length <= 0)
        refused("recv from netlink");
    reached("netlink answered %zd bytes", length);
}

static void network_raw(int count, char **arguments)
{
    (void)count, (void)arguments;
    if (socket(AF_PACKET, SOCK_RAW, 0) < 0 && socket(AF_INET, SOCK_RAW, IPPROTO_ICMP) < 0)
        refused("raw socket");
    reached("opened a raw socket");
}

static void network_listen(int count, char **arguments)
{
    (void)count, (void)arguments;
    struct sockaddr_in any = {.sin_family = AF_INET};
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0)
        refused("socket(AF_INET)");
    if (bind(descriptor, (struct sockaddr *)&any, sizeof any) < 0)
        refused("bind");
    if (listen(descriptor, 1) < 0)
        refused("listen");
    reached("serves a TCP port");
}

const struct attack network_attacks[] = {
    {"network-families", network_families},
    {"network-tcp", network_tcp},
    {"network-udp", network_udp},
    {"network-abstract", network_abstract},
    {"network-path", network_path},
    {"network-vsock", network_vsock},
    {"network-netlink", network_netlink},
    {"network-raw", network_raw},
    {"network-listen", network_listen},
    {NULL, NULL},
};
