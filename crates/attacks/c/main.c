/*
 * Finds the attack by its name. `attacks --list` prints every name, one a line; `attacks --victim`
 * waits to be attacked, ten minutes at most, and dies with whoever started it.
 */
#include "attacks.h"

static const struct attack *const FAMILIES[] = {
    process_attacks,    cpu_attacks,           waiting_attacks,  signal_attacks,
    memory_attacks,     kernel_memory_attacks, tracing_attacks,  proc_attacks,
    secret_attacks,     mount_attacks,         cgroup_attacks,   privilege_attacks,
    priority_attacks,   network_attacks,       kernel_attacks,   entry_attacks,
    output_attacks,     growth_attacks,        copy_attacks,     leave_object_attacks,
    leave_alive_attacks, leave_file_attacks,   leave_influence_attacks,
    terminal_attacks,
};

int main(int argument_count, char **arguments)
{
    if (argument_count < 2)
        wrong_usage("attacks --list | attacks NAME [ARGUMENT]...");
    if (strcmp(arguments[1], "--victim") == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != 1)
            sleep_milliseconds(600 * 1000);
        return 0;
    }
    bool list = strcmp(arguments[1], "--list") == 0;
    for (size_t family = 0; family < sizeof FAMILIES / sizeof *FAMILIES; family++) {
        for (const struct attack *attack = FAMILIES[family]; attack->name; attack++) {
            if (list)
                dprintf(STDOUT_FILENO, "%s\n", attack->name);
            else if (strcmp(attack->name, arguments[1]) == 0) {
                attack->run(argument_count - 2, arguments + 2);
                refused_because("the attack came to its end without a result");
            }
        }
    }
    if (!list)
        wrong_usage("there is no attack of this name; see attacks --list");
    return 0;
}
