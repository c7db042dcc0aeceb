/*
 * The attack programs: one small static binary, `attacks NAME [ARGUMENT]...`.
 *
 * Every attack ends by one of three functions, so that its exit status is a verdict:
 *   reached       0   the attack got what it wanted
 *   refused       10  something stopped it; the line says what the kernel answered
 *   inapplicable  11  it could not be tried for a reason that is not a defence
 * Wrong usage is 2. An attack that a limit kills says nothing: the sandbox's cause is the verdict.
 *
 * Every attack is bounded (bytes, processes, seconds): reaching the bound is the proof that
 * nothing stopped it, and keeps a run without defences harmless.
 */
#ifndef SANDGLASS_ATTACKS_H
#define SANDGLASS_ATTACKS_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct attack {
    const char *name;
    void (*run)(int argument_count, char **arguments); /* arguments[0] is the first after NAME */
};

/* The families, each ended by an entry without a name. */
extern const struct attack process_attacks[], cpu_attacks[], waiting_attacks[], signal_attacks[],
    memory_attacks[], kernel_memory_attacks[], tracing_attacks[], proc_attacks[], secret_attacks[],
    mount_attacks[], cgroup_attacks[], privilege_attacks[], priority_attacks[], network_attacks[],
    kernel_attacks[], entry_attacks[], output_attacks[], growth_attacks[], copy_attacks[],
    leave_object_attacks[], leave_alive_attacks[], leave_file_attacks[],
    leave_influence_attacks[], terminal_attacks[];

/* Verdicts. `refused` adds the words for errno; `refused_because` does not. */
_Noreturn void reached(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void refused(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void refused_because(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void inapplicable(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void wrong_usage(const char *what);

/* Arguments. */
long number_argument(int count, char **arguments, int index);
const char *text_argument(int count, char **arguments, int index);
pid_t target_argument(int count, char **arguments, int index); /* "init", "parent" or a pid */

/* Time. `burn_cpu` spins until the calling thread used that much more CPU time. */
long now_milliseconds(void);
void burn_cpu(long milliseconds);
void sleep_milliseconds(long milliseconds);

/* A page that parent and children share: how many have arrived, and what failed first. */
struct shared_page {
    atomic_long tickets;
    atomic_long arrived;
    atomic_long error;
    atomic_long stop;
};
struct shared_page *new_shared_page(void);

/*
 * A pipe whose writing end only the attacking process keeps. Children wait on the reading end, so
 * they all leave when the attacker ends in any way, and no attack needs kill(2) to clean up.
 */
void lifeline_make(void);
_Noreturn void lifeline_wait(void); /* in a child */
void lifeline_cut(void);

/* The path this program was started by, for attacks that execute themselves again. */
const char *own_path(void);

/* Raises the soft limit to the hard one, as any program may, so that only the hard limit counts. */
void raise_soft_limit(int resource);

/* Reports `reached` when something can be read from the descriptor; returns when not. */
void report_if_readable(int descriptor, const char *how);

/* Ends the attack when it runs on a bare machine as root, where it would do real harm. */
void never_on_a_bare_machine(void);

#define MEBIBYTE (1024L * 1024L)

/*
 * Milliseconds to wait for what comes at once on an idle machine, before an attack says that it did
 * not come. No outcome may hang on how busy the machine is.
 */
#define PATIENCE 25000L
#define MARK "sandglass-attacks-was-here"
#define VICTIM_SIGNAL SIGURG /* ignored by default: nobody dies of being reached */

#endif
