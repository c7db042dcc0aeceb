#!/usr/bin/python3
"""What Sandglass relies on in the virtual machine, asked of the guest's kernel and systemd.

Runs as the ordinary user, calls itself again inside a transient user scope, and prints one line per
check. The exit status is the number of checks that failed. Lines that begin with "fact" only inform.
"""
import array
import ctypes
import os
import platform
import socket
import subprocess
import sys
from pathlib import Path

SCOPE = ["systemd-run", "--user", "--scope", "-p", "Delegate=yes", "--collect", "--quiet", "--"]
failures = 0


def check(words: str, holds: bool, found: object = "") -> None:
    global failures
    failures += not holds
    print(f"{'ok  ' if holds else 'FAIL'} {words}{f': {found}' if found != '' else ''}", flush=True)


def fact(words: str, found: object) -> None:
    print(f"fact {words}: {found}", flush=True)


def can_write(path: Path, text: str) -> str:
    try:
        path.write_text(text)
        return "yes"
    except BlockingIOError:
        return "yes (memory.reclaim found less to take than it was asked for)"
    except OSError as error:
        return f"no ({error.strerror})"


def outside() -> None:
    """The machine and the login session, before any scope."""
    fact("kernel", platform.release())
    file_system = subprocess.run(["stat", "-f", "-c", "%T", "/sys/fs/cgroup"], capture_output=True, text=True)
    check("/sys/fs/cgroup is cgroup2fs", file_system.stdout.strip() == "cgroup2fs", file_system.stdout.strip())
    mounts = Path("/proc/self/mounts").read_text().splitlines()
    version_1 = [line for line in mounts if line.split()[2] == "cgroup"]
    check("no cgroup v1 hierarchy is mounted", not version_1, len(version_1))
    check("we are an ordinary user", os.getuid() == 1000, os.getuid())
    lingers = subprocess.run(["loginctl", "show-user", "tester", "-p", "Linger", "--value"],
                             capture_output=True, text=True)
    check("the user lingers", lingers.stdout.strip() == "yes", lingers.stdout.strip())
    for name in "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS":
        path = os.environ[name].removeprefix("unix:path=")
        check(f"{name} leads somewhere", os.path.exists(path), path)
    # The machine is up: no start job hangs, and no unit has failed.
    state = subprocess.run(["systemctl", "is-system-running", "--wait"], capture_output=True, text=True, timeout=60)
    check("systemd has finished booting and nothing failed", state.stdout.strip() == "running", state.stdout.strip())
    user_namespace = subprocess.run(["unshare", "-Ur", "id", "-u"], capture_output=True, text=True)
    check("unprivileged user namespaces", user_namespace.stdout.strip() == "0", user_namespace.stderr.strip())

    libc = ctypes.CDLL(None, use_errno=True)
    abi = libc.syscall(444, None, 0, 1)  # landlock_create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION)
    check("Landlock", abi >= 1, f"ABI {abi}")
    run_time, run_delay, slices = map(int, Path("/proc/self/schedstat").read_text().split())
    check("/proc/self/schedstat counts (CONFIG_SCHED_INFO)", run_time > 0 and slices > 0,
          f"{run_time} {run_delay} {slices}")
    fact("clock source", Path("/sys/devices/system/clocksource/clocksource0/current_clocksource").read_text().strip())
    fact("security modules", Path("/sys/kernel/security/lsm").read_text())
    fact("randomize_va_space", Path("/proc/sys/kernel/randomize_va_space").read_text().strip())
    fact("yama ptrace_scope", Path("/proc/sys/kernel/yama/ptrace_scope").read_text().strip())
    fact("perf_event_paranoid", Path("/proc/sys/kernel/perf_event_paranoid").read_text().strip())
    fact("unprivileged_bpf_disabled", Path("/proc/sys/kernel/unprivileged_bpf_disabled").read_text().strip())


def descriptors() -> None:
    """Which descriptors reach a command through systemd-run --scope, which execs it in place."""
    here, there = socket.socketpair()
    os.dup2(there.fileno(), 9, inheritable=True)
    here.settimeout(60)
    subprocess.run([*SCOPE, "sh", "-c", "echo through >&9"], close_fds=False, check=True)
    check("a socketpair end (descriptor 9) passes through the scope", here.recv(64) == b"through\n")

    subprocess.run([*SCOPE, sys.executable, sys.argv[0], "--send"], close_fds=False, check=True)
    message, ancillary, _, _ = here.recvmsg(16, socket.CMSG_SPACE(4))
    received = array.array("i", ancillary[0][2])[0] if ancillary else -1
    check("SCM_RIGHTS from inside the scope", message == b"x" and os.read(received, 99) == b"sandglass-vm\n")
    os.close(9)

    program = os.memfd_create("program", 0)  # no MFD_CLOEXEC
    with open("/usr/bin/true", "rb") as file:
        os.write(program, file.read())
    path = f"/proc/self/fd/{program}"
    done = subprocess.run([*SCOPE, path], close_fds=False, capture_output=True, text=True)
    check("a memfd is executed as /proc/self/fd/N inside the scope", done.returncode == 0, done.stderr.strip())


def inside() -> None:
    """The delegated cgroup of a transient scope."""
    group = Path("/sys/fs/cgroup" + Path("/proc/self/cgroup").read_text().strip().removeprefix("0::"))
    fact("scope", group)
    controllers = group.joinpath("cgroup.controllers").read_text().split()
    check("the scope has cpu, memory and pids", {"cpu", "memory", "pids"} <= set(controllers), " ".join(controllers))
    writable = [os.access(group / name, os.W_OK) for name in ("cgroup.procs", "cgroup.subtree_control")]
    check("the scope is ours to divide", all(writable))

    # A process may not stay in a group that hands controllers on.
    (group / "main").mkdir()
    (group / "main/cgroup.procs").write_text("0")
    (group / "cgroup.subtree_control").write_text("+cpu +memory +pids")
    cell = group / "cell"
    cell.mkdir()
    for name in ("memory.peak", "memory.max", "memory.swap.max", "memory.oom.group", "pids.max",
                 "pids.events", "cpu.stat", "cpu.max", "cgroup.kill"):
        check(f"{name} exists", (cell / name).exists())
    for name in ("pids.peak", "pids.events.local", "memory.reclaim", "memory.swap.peak", "cpu.pressure",
                 "cgroup.pressure"):
        fact(f"{name} exists", "yes" if (cell / name).exists() else "no")
    fact("memory.peak can be written (reset)", can_write(cell / "memory.peak", "0"))
    fact("memory.reclaim can be written", can_write(cell / "memory.reclaim", "1M"))
    check("memory.max can be set", can_write(cell / "memory.max", str(64 << 20)) == "yes")

    eater = subprocess.run(["sh", "-c", f"echo 0 >{cell}/cgroup.procs; exec {sys.executable} -c 'x = bytearray(200 << 20)'"])
    events = dict(line.split() for line in (cell / "memory.events").read_text().splitlines())
    check("memory.max kills what exceeds it", eater.returncode == -9 and int(events["oom_kill"]) == 1, events["oom_kill"])
    peak = int((cell / "memory.peak").read_text())
    check("memory.peak is near the limit", 60 << 20 <= peak <= 64 << 20, peak)

    sleeper = subprocess.Popen(["sh", "-c", f"echo 0 >{cell}/cgroup.procs; echo; exec sleep 600"], stdout=subprocess.PIPE)
    sleeper.stdout.readline()
    (cell / "cgroup.kill").write_text("1")
    check("cgroup.kill kills", sleeper.wait(timeout=60) == -9, sleeper.returncode)
    cell.rmdir()


if sys.argv[1:] == ["--inside"]:
    inside()
elif sys.argv[1:] == ["--send"]:
    end = socket.socket(fileno=9)
    file = os.open("/etc/hostname", os.O_RDONLY)
    end.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))])
else:
    outside()
    descriptors()
    sys.stdout.flush()
    failures += subprocess.run([*SCOPE, sys.executable, sys.argv[0], "--inside"]).returncode
sys.exit(failures)
