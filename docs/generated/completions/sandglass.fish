# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_sandglass_global_optspecs
    string join \n h/help V/version
end

function __fish_sandglass_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_sandglass_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_sandglass_using_subcommand
    set -l cmd (__fish_sandglass_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c sandglass -n "__fish_sandglass_needs_command" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_needs_command" -s V -l version -d 'Print version'
complete -c sandglass -n "__fish_sandglass_needs_command" -f -a "run" -d 'Run one program in a sandbox, and say why it ended and what it used'
complete -c sandglass -n "__fish_sandglass_needs_command" -f -a "judge" -d 'Judge submissions to a problem package'
complete -c sandglass -n "__fish_sandglass_needs_command" -f -a "verify" -d 'Check a problem package: validators, generators, example submissions, limits'
complete -c sandglass -n "__fish_sandglass_needs_command" -f -a "convert" -d 'Write a problem package in another format'
complete -c sandglass -n "__fish_sandglass_needs_command" -f -a "package" -d 'Work on a problem package: make its tests, set its limits, pack it'
complete -c sandglass -n "__fish_sandglass_needs_command" -f -a "doctor" -d 'Say what this host gives, what it means, and how to raise it'
complete -c sandglass -n "__fish_sandglass_needs_command" -f -a "languages" -d 'List the languages of submissions, and which of them this host can compile and run'
complete -c sandglass -n "__fish_sandglass_needs_command" -f -a "lab" -d 'Measure Sandglass on this machine, beside its peers and the published numbers'
complete -c sandglass -n "__fish_sandglass_needs_command" -f -a "task" -d 'Write an interactive task once, and answer it in any language'
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l cpu-time -d 'CPU time of all its processes together (1s, 300ms, 1.5s, 2m)' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l wall-time -d 'Time from start to end' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l idle-time -d 'Time in which all its processes are blocked' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l memory -d 'Memory of all its processes together, tmpfs and page cache included (64KiB, 256MiB, 1G)' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l swap -d 'Swap' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l processes -d 'Processes and threads at a time' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l output -d 'Bytes written to stdout and stderr together' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l file-size -d 'Size of any one file' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l open-files -d 'Open files of a process' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l stack -d 'Stack of a process' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l core -d 'Core dump' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l address-space -d 'Address space of a process' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l cpu-bandwidth -d 'CPUs\' worth of time in each tenth of a second (0.5)' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l stdin -d 'File for its stdin; - is ours' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l stdout -d 'File for its stdout' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l stderr -d 'File for its stderr' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l env -d 'A variable of its environment, with the value that it has here where none is given; otherwise there is only PATH=/usr/bin:/bin' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l workdir -d 'Its working directory inside' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l bind -d 'Show a part of the host, read-only unless :rw' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l tmpfs -d 'A file system in memory, 64MiB unless a size is given' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l copy-in -d 'Copy a file into a --tmpfs before the start' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l copy-out -d 'Copy a file out after the end (no links; at most --file-size, else 64MiB)' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l network -d 'What it reaches of a network' -r -f -a "none\t'Nothing'
loopback\t'A loopback device of its own'"
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l policy -d 'seccomp policy: program, compiler, loopback, a TOML file, or none [default: program, or loopback with --network loopback]' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l landlock -d 'Landlock as a second wall around the file tree' -r -f -a "on\t''
off\t''"
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l monitor -d 'A watcher in user space' -r -f -a "none\t'The kernel alone'
notify\t'seccomp user notification'
ptrace\t'ptrace'"
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l cpus -d 'CPUs that it may use (0, 0,2, 0-3)' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l uid -d 'Its user id inside' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l gid -d 'Its group id inside' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l hostname -d 'Host name inside' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l user -d 'Who it is outside, when root starts us [default: 65534]' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l backend -d 'What groups and limits its processes' -r -f -a "auto\t'The best that the host gives'
cgroup2\t'A delegated cgroup v2 subtree'
hybrid\t'cgroup v1 memory and pids beside a v2 tree'
rlimit\t'No cgroup: limits of processes alone, weaker'"
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l repeat -d 'Run N times; with --json an object a line, otherwise a summary of the times' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l proc -d 'Show /proc, of its own processes only'
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l allow-weaker -d 'Accept weaker limits where the host gives no cgroup; the outcome lists them'
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l json -d 'Print the outcome as one JSON object on stdout'
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -l count-instructions -d 'Count instructions, where the processor has a counter that we may use'
complete -c sandglass -n "__fish_sandglass_using_subcommand run" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l report -d 'Write one HTML page with everything in it: verdicts, plots, differences, the machine' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l time-limit -d 'CPU time limit in place of the package\'s' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l language -d 'Code of the language of all submissions, in place of what their names tell' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l lanes -d 'Tests that run at the same time, each on a CPU of its own where there are as many' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l languages -d 'Directory with languages (*.toml) of this site; one with a known code replaces ours' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l cache -d 'Directory of compiled programs, private to this user [default: $XDG_CACHE_HOME/sandglass/compile]' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l cache-size -d 'What they may take together; those used longest ago are removed' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l json -d 'Print one JSON object on stdout'
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l all-tests -d 'Run every test, and not only those that can still change the result'
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l transcript -d 'Keep what is said in conversations with an interactor, or every call of a task with interfaces, with times; relaying it costs time'
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l allow-weaker -d 'Go on where the host can enforce some limits only weakly'
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -l no-cache -d 'Compile anew, and keep nothing'
complete -c sandglass -n "__fish_sandglass_using_subcommand judge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sandglass -n "__fish_sandglass_using_subcommand verify" -l report -d 'Write one HTML page with everything in it' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand verify" -l lanes -d 'Tests that run at the same time, each on a CPU of its own where there are as many' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand verify" -l languages -d 'Directory with languages (*.toml) of this site; one with a known code replaces ours' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand verify" -l cache -d 'Directory of compiled programs, private to this user [default: $XDG_CACHE_HOME/sandglass/compile]' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand verify" -l cache-size -d 'What they may take together; those used longest ago are removed' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand verify" -l json -d 'Print one JSON object on stdout'
complete -c sandglass -n "__fish_sandglass_using_subcommand verify" -l verbose -d 'Print the checks that hold one by one, and not only their number'
complete -c sandglass -n "__fish_sandglass_using_subcommand verify" -l thorough -d 'Fail also where nothing is shown: a verdict that the problem\'s kind can have and no example submission gets, and validators that no invalid input tries'
complete -c sandglass -n "__fish_sandglass_using_subcommand verify" -l allow-weaker -d 'Go on where the host can enforce some limits only weakly'
complete -c sandglass -n "__fish_sandglass_using_subcommand verify" -l no-cache -d 'Compile anew, and keep nothing'
complete -c sandglass -n "__fish_sandglass_using_subcommand verify" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sandglass -n "__fish_sandglass_using_subcommand convert" -l to -d 'The format' -r -f -a "2025-09\t'ICPC/Kattis 2025-09'
2023-07-draft\t'The same under its older name, for tools that know no other'
legacy\t'ICPC/Kattis legacy, as DOMjudge and Kattis read it'
sim\t'Sim: a Simfile, and a Sipfile where tests are generated'"
complete -c sandglass -n "__fish_sandglass_using_subcommand convert" -l json -d 'Print one JSON object on stdout'
complete -c sandglass -n "__fish_sandglass_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and not __fish_seen_subcommand_from gen limits reseed zip" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and not __fish_seen_subcommand_from gen limits reseed zip" -f -a "gen" -d 'Make the tests of a package: inputs by its generators, answers by its model solution'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and not __fish_seen_subcommand_from gen limits reseed zip" -f -a "limits" -d 'Compute the time limits of a package from its model solution, and save them'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and not __fish_seen_subcommand_from gen limits reseed zip" -f -a "reseed" -d 'Give the generators of a package another base seed'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and not __fish_seen_subcommand_from gen limits reseed zip" -f -a "zip" -d 'Pack a package into one .zip, as it is'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from gen" -l only -d 'Only one of the two' -r -f -a "inputs\t'Inputs'
answers\t'Answers'"
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from gen" -l lanes -d 'Tests that run at the same time, each on a CPU of its own where there are as many' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from gen" -l languages -d 'Directory with languages (*.toml) of this site; one with a known code replaces ours' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from gen" -l cache -d 'Directory of compiled programs, private to this user [default: $XDG_CACHE_HOME/sandglass/compile]' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from gen" -l cache-size -d 'What they may take together; those used longest ago are removed' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from gen" -l all -d 'Make the answers of all tests anew, also of those made by hand'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from gen" -l prune -d 'Remove the tests that are neither made by hand nor generated, first; for packages that say which are (a Sipfile)'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from gen" -l json -d 'Print one JSON object on stdout'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from gen" -l allow-weaker -d 'Go on where the host can enforce some limits only weakly'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from gen" -l no-cache -d 'Compile anew, and keep nothing'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from gen" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from limits" -l lanes -d 'Tests that run at the same time, each on a CPU of its own where there are as many' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from limits" -l languages -d 'Directory with languages (*.toml) of this site; one with a known code replaces ours' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from limits" -l cache -d 'Directory of compiled programs, private to this user [default: $XDG_CACHE_HOME/sandglass/compile]' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from limits" -l cache-size -d 'What they may take together; those used longest ago are removed' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from limits" -l save -d 'Write them into the Simfile or problem.yaml; everything else in it stays as it is'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from limits" -l json -d 'Print one JSON object on stdout'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from limits" -l allow-weaker -d 'Go on where the host can enforce some limits only weakly'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from limits" -l no-cache -d 'Compile anew, and keep nothing'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from limits" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from reseed" -l seed -d 'The seed, in place of one at random' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from reseed" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sandglass -n "__fish_sandglass_using_subcommand package; and __fish_seen_subcommand_from zip" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sandglass -n "__fish_sandglass_using_subcommand doctor" -l only -d 'Carry out this attack alone; may be given more than once' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand doctor" -l stage -d 'What this process was given by the self-test that started it' -r -f -a "terminal\t'Standard input is the controlling terminal, and nobody else\'s'
oom-score\t'`oom_score_adj` is above 0'
priorities\t'The limits of priorities are raised, where the caller may raise them'"
complete -c sandglass -n "__fish_sandglass_using_subcommand doctor" -l json -d 'Print one JSON object on stdout'
complete -c sandglass -n "__fish_sandglass_using_subcommand doctor" -l selftest -d 'Attack the sandbox, with its defences and without'
complete -c sandglass -n "__fish_sandglass_using_subcommand doctor" -l list -d 'Print the names of the attacks, what each wants and what stops it, and carry out none'
complete -c sandglass -n "__fish_sandglass_using_subcommand doctor" -l allow-weaker -d 'Test weaker limits where the host gives no cgroup'
complete -c sandglass -n "__fish_sandglass_using_subcommand doctor" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand languages" -l languages -d 'Directory with languages (*.toml) of this site; one with a known code replaces ours' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand languages" -l json -d 'Print one JSON array on stdout'
complete -c sandglass -n "__fish_sandglass_using_subcommand languages" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and not __fish_seen_subcommand_from spawn reactive compile overshoot rpc cave" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and not __fish_seen_subcommand_from spawn reactive compile overshoot rpc cave" -f -a "spawn" -d 'Round trip of a program that does nothing, and runs per second (thesis, Tables 5.1 and 5.2)'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and not __fish_seen_subcommand_from spawn reactive compile overshoot rpc cave" -f -a "reactive" -d 'CPU time of 200,000 queries over pipes and files (Merry, 2010)'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and not __fish_seen_subcommand_from spawn reactive compile overshoot rpc cave" -f -a "compile" -d 'CPU time of a compiler (thesis, Table A.1)'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and not __fish_seen_subcommand_from spawn reactive compile overshoot rpc cave" -f -a "overshoot" -d 'How far past limits of CPU and wall time programs get; status 1 where 95 % are not within 2 ms'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and not __fish_seen_subcommand_from spawn reactive compile overshoot rpc cave" -f -a "rpc" -d 'Round trip of a call of an interactive task, over every transport (libinteractive, Figures 3 and 4)'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and not __fish_seen_subcommand_from spawn reactive compile overshoot rpc cave" -f -a "cave" -d 'A task of 70,000 calls as one executable and as two processes (libinteractive, IOI 2013\'s Caves)'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from spawn" -l rounds -d 'Measured rounds; the more, the surer' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from spawn" -l output -d 'Directory for the CSV and JSON files' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from spawn" -l seed -d 'Seed of the order in which contenders take turns' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from spawn" -l batch -d 'Runs of a contender in a round' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from spawn" -l pause -d 'Rest before each round trip, the same for all [default: 3ms, in which a cell is built ahead]' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from spawn" -l cpu -d 'CPU for client and program alike' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from spawn" -l clients -d 'Clients that run at the same time, where runs per second are measured' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from spawn" -l throughput-rounds -d 'Measurements of runs per second; 0 leaves them out' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from spawn" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from reactive" -l rounds -d 'Measured rounds; the more, the surer' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from reactive" -l output -d 'Directory for the CSV and JSON files' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from reactive" -l seed -d 'Seed of the order in which contenders take turns' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from reactive" -l queries -d 'Queries a run' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from reactive" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from compile" -l rounds -d 'Measured rounds; the more, the surer' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from compile" -l output -d 'Directory for the CSV and JSON files' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from compile" -l seed -d 'Seed of the order in which contenders take turns' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from compile" -l compiler -d 'The compiler' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from compile" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from overshoot" -l rounds -d 'Measured rounds; the more, the surer' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from overshoot" -l output -d 'Directory for the CSV and JSON files' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from overshoot" -l seed -d 'Seed of the order in which contenders take turns' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from overshoot" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from rpc" -l rounds -d 'Measured rounds; the more, the surer' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from rpc" -l output -d 'Directory for the CSV and JSON files' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from rpc" -l seed -d 'Seed of the order in which contenders take turns' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from rpc" -l sizes -d 'Bytes of the array that is passed' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from rpc" -l languages -d 'Languages of the contestant\'s program, or all [default: c,python3]' -r -f -a "all\t'Every language there is'
c\t''
cpp\t''
python3\t''
java\t''
go\t''
rust\t''
csharp\t''
pascal\t''"
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from rpc" -l affinities -d 'Where the programs run' -r -f -a "same\t''
separate\t''
none\t''"
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from rpc" -l permille -d 'Thousandths of the usual number of calls' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from rpc" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from cave" -l rounds -d 'Measured rounds; the more, the surer' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from cave" -l output -d 'Directory for the CSV and JSON files' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from cave" -l seed -d 'Seed of the order in which contenders take turns' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from cave" -l doors -d 'Doors of the cave, fourteen calls each' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from cave" -l work -d 'Rounds of arithmetic, about a nanosecond each, that either side adds to each call' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand lab; and __fish_seen_subcommand_from cave" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and not __fish_seen_subcommand_from check format generate kit run lsp" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and not __fish_seen_subcommand_from check format generate kit run lsp" -f -a "check" -d 'Check interface files, and report everything that is wrong with them at once'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and not __fish_seen_subcommand_from check format generate kit run lsp" -f -a "format" -d 'Give interface files the one layout; comments and meaning stay'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and not __fish_seen_subcommand_from check format generate kit run lsp" -f -a "generate" -d 'Generate what makes the programs of a task call each other'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and not __fish_seen_subcommand_from check format generate kit run lsp" -f -a "kit" -d 'Write a zip for contestants: sources to start from, samples, and what builds and runs them without Sandglass'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and not __fish_seen_subcommand_from check format generate kit run lsp" -f -a "run" -d 'Build Main and a contestant\'s programs, and run them, each in a sandbox of its own'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and not __fish_seen_subcommand_from check format generate kit run lsp" -f -a "lsp" -d 'Serve an editor over standard input and output, in the language server protocol'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from check" -l json -d 'Print one JSON array on stdout: an object a file, with its path and its diagnostics'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from check" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from format" -l check -d 'Change nothing; say which files would change'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from format" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from generate" -l main -d 'Language of Main' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from generate" -l child -d 'Language of the contestants\' programs' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from generate" -l directory -d 'Where the folders go' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from generate" -l start -d 'Also write sources to start from, where there are none yet'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from generate" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from kit" -l language -d 'Language of contestants; may be given several times. Without it, all that have kits' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from kit" -l output -d 'Where the zip goes; without it, NAME-LANGUAGE.zip or NAME-kit.zip here' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from kit" -l samples -d 'Where samples are, instead of beside the interface file' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from kit" -l force -d 'Write over a zip that is there already'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from kit" -l json -d 'Print one JSON object on stdout: the zip, its languages, what went in, and its files'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from kit" -s h -l help -d 'Print help'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l main -d 'The setter\'s source; its ending says the language' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l child -d 'The contestant\'s source, for all interfaces, or INTERFACE=FILE for one; its ending says the language' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l input -d 'Standard input of Main' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l transcript -d 'Keep every call with its values and its time: as lines of JSON where the name ends in .jsonl, else for people to read' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l replay -d 'Run the contestant\'s programs alone against a transcript in .jsonl, and say where they first differ' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l cpu-time -d 'CPU time of each contestant\'s program' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l wall-time -d 'Time from start to end of each contestant\'s program, without what Main uses and what the host has no CPU for' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l memory -d 'Memory of each' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l processes -d 'Processes and threads of each together [default: what its language needs]' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l cpus -d 'CPUs that the programs may use [default: 0, or all with --affinity separate and none]' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l affinity -d 'Which of them each program gets; one for all is best, as a call then wakes no other CPU [default: same, or none with several --cpus]' -r -f -a "same\t'The first CPU, for all'
separate\t'One for each, as long as there are enough'
none\t'All of them, for all'"
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l transport -d 'How calls travel [default: the fastest that the languages and the affinity allow]' -r -f -a "named-pipes\t'Pipes with names: every language can'
pipes\t'Pipes that the programs inherit'
memory-yield\t'Shared memory; who waits lets the other go first, then sleeps'
memory-spin\t'Shared memory; who waits looks again and again, then sleeps'
memory-sleep\t'Shared memory; who waits sleeps'"
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l cache -d 'Directory of compiled programs, private to this user [default: $XDG_CACHE_HOME/sandglass/compile]' -r -F
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l cache-size -d 'What they may take together; those used longest ago are removed' -r
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l allow-weaker -d 'Where there are no cgroups, run with weaker limits'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l json -d 'Print one JSON object on stdout, with Main\'s output in it'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -l no-cache -d 'Compile anew, and keep nothing'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from run" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c sandglass -n "__fish_sandglass_using_subcommand task; and __fish_seen_subcommand_from lsp" -s h -l help -d 'Print help'
