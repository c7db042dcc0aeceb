// Tries what a program must not be able to do. Whatever succeeds is printed, and so is the right
// answer never; the last attempt is a system call that no honest program makes.
#include <arpa/inet.h>
#include <csignal>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <initializer_list>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

static void report(const char *attack, bool succeeded) {
    if (succeeded) std::printf("succeeded: %s\n", attack);
}

int main() {
    for (const char *path : {"/etc/passwd", "/etc/shadow", "/root/.bashrc", "/proc/1/environ", "/sys/kernel/notes"}) {
        report(path, open(path, O_RDONLY) >= 0);
    }
    for (const char *path : {"/root", "/home", "/sys/fs/cgroup", "/proc/1"}) report(path, opendir(path) != nullptr);
    report("writing under /usr", open("/usr/lib/attack", O_WRONLY | O_CREAT, 0600) >= 0);
    report("kill(-1)", kill(-1, SIGKILL) == 0);
    // Where the parent is the first process of a PID namespace, the kernel accepts the signal and does
    // nothing. If it does something, this run does not end with the violation below.
    kill(getppid(), SIGKILL);
    report("becoming root", setuid(0) == 0);
    for (int descriptor = 3; descriptor < 1024; ++descriptor) report("an open descriptor", fcntl(descriptor, F_GETFD) != -1);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(22);
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    report("connect", connection >= 0 && connect(connection, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0);
    int children = 0;
    for (; children < 64; ++children) {
        pid_t child = fork();
        if (child < 0) break;
        if (child == 0) {
            pause();
            _exit(0);
        }
    }
    report("64 processes at a time", children == 64);
    std::fflush(stdout);
    report("ptrace", ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) == 0);
}
