//! Any message that can be said.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use sandglass_wire::*;

/// Bytes without NUL, as paths and arguments are.
fn text() -> impl Strategy<Value = Vec<u8>> {
    vec(1..=255_u8, 0..12)
}

fn texts() -> impl Strategy<Value = Vec<Vec<u8>>> {
    vec(text(), 0..5)
}

/// Numbers with the borders among them.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![any::<u64>(), Just(0), Just(1), Just(u64::MAX), 0..10_000_u64]
}

fn slot() -> impl Strategy<Value = u8> {
    0..SLOTS
}

/// Any set of switches, drawn from a number's bits.
fn switched_off(bits: u32) -> Switches {
    let chosen = Switch::ALL.iter().filter(|switch| bits >> switch.code() & 1 == 1);
    chosen.copied().collect()
}

fn hello() -> impl Strategy<Value = Hello> {
    let backend = prop_oneof![
        Just(BackendChoice::Strict),
        Just(BackendChoice::AllowWeaker),
        select(Backend::ALL).prop_map(BackendChoice::Only),
    ];
    let numbers = (any::<u32>(), any::<u32>(), any::<u32>(), any::<u32>());
    (backend, numbers, vec(any::<u64>(), 0..4), any::<bool>()).prop_map(
        |(backend, (user, group, inside_user, inside_group), cpus, build_ahead)| Hello {
            version: Hello::VERSION,
            backend,
            root: Root { user, group },
            cpus,
            switched_off: switched_off(user),
            build_ahead,
            inside_user,
            inside_group,
        },
    )
}

fn bind() -> impl Strategy<Value = Bind> {
    (text(), text(), any::<[bool; 6]>()).prop_map(|(source, target, flags)| {
        let [recursive, writable, executable, devices, follow, optional] = flags;
        Bind { source, target, recursive, writable, executable, devices, follow, optional }
    })
}

fn tmpfs() -> impl Strategy<Value = Tmpfs> {
    let sizes = (option::of(number()), option::of(number()));
    (text(), sizes, any::<u32>(), any::<[bool; 2]>()).prop_map(
        |(target, (size, inodes), mode, [writable, executable])| Tmpfs {
            target,
            size,
            inodes,
            mode,
            writable,
            executable,
        },
    )
}

fn operation() -> impl Strategy<Value = MountOperation> {
    prop_oneof![
        bind().prop_map(MountOperation::Bind),
        tmpfs().prop_map(MountOperation::Tmpfs),
        text().prop_map(|target| MountOperation::Proc { target }),
        (text(), any::<u32>()).prop_map(|(path, mode)| MountOperation::Directory { path, mode }),
        (text(), any::<u32>(), vec(any::<u8>(), 0..20))
            .prop_map(|(path, mode, content)| MountOperation::File { path, mode, content }),
        (text(), text()).prop_map(|(path, target)| MountOperation::SymbolicLink { path, target }),
    ]
}

/// Any view.
pub(crate) fn view() -> impl Strategy<Value = View> {
    let network = prop_oneof![Just(Network::None), Just(Network::Loopback)];
    let root = (any::<bool>(), option::of(number()), option::of(number()), any::<bool>());
    let identity = (any::<u32>(), any::<u32>(), text(), network);
    let rest = (any::<[bool; 5]>(), vec(any::<u64>(), 0..3));
    (vec(operation(), 0..6), root, identity, rest).prop_map(
        |(operations, (writable_root, root_size, root_inodes, host_root), identity, rest)| {
            let (user, group, host_name, network) = identity;
            let ([fresh_user, ipc, fresh_network, landlock, user_namespaces], cpus) = rest;
            View {
                operations,
                writable_root,
                root_size,
                root_inodes,
                host_root,
                user,
                group,
                host_name,
                network,
                fresh: FreshNamespaces { user: fresh_user, ipc, network: fresh_network },
                cpus,
                user_namespaces,
                landlock,
            }
        },
    )
}

fn limits() -> impl Strategy<Value = Limits> {
    vec(option::of(number()), 13).prop_map(|values| Limits {
        cpu_time: values[0],
        wall_time: values[1],
        idle_time: values[2],
        memory: values[3],
        swap: values[4],
        processes: values[5],
        output: values[6],
        file_size: values[7],
        open_files: values[8],
        stack: values[9],
        core: values[10],
        address_space: values[11],
        cpu_bandwidth: values[12],
    })
}

fn output() -> impl Strategy<Value = Output> {
    prop_oneof![Just(Output::Null), Just(Output::Descriptor), number().prop_map(Output::Capture)]
}

/// Any run.
pub(crate) fn run() -> impl Strategy<Value = Run> {
    let executable = prop_oneof![text().prop_map(Executable::Path), Just(Executable::Descriptor)];
    let place = (number(), slot(), option::of(slot()), executable);
    let words = (texts(), texts(), text());
    let copy_in = vec((text(), any::<u32>()).prop_map(|(path, mode)| CopyIn { path, mode }), 0..4);
    let copy_out = vec((text(), number()).prop_map(|(path, limit)| CopyOut { path, limit }), 0..4);
    let rest = (limits(), (copy_in, 0..4u8), copy_out, any::<[bool; 7]>());
    (place, words, output(), output(), rest).prop_map(
        |(
            (id, view, policy, executable),
            (arguments, environment, directory),
            stdout,
            stderr,
            rest,
        )| {
            let (limits, (copy_in, inherited), copy_out, flags) = rest;
            let [
                stdin,
                count_instructions,
                software_counter,
                core_scheduling,
                lane_session,
                leave_out_waits,
                announce,
            ] = flags;
            Run {
                id,
                view,
                policy,
                executable,
                arguments,
                environment,
                directory,
                stdin,
                stdout,
                stderr,
                limits,
                copy_in,
                inherited,
                copy_out,
                count_instructions,
                software_counter,
                core_scheduling,
                lane_session,
                leave_out_waits,
                announce,
            }
        },
    )
}

/// Any message of a client.
pub(crate) fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        hello().prop_map(Command::Hello),
        (slot(), view()).prop_map(|(slot, view)| Command::View { slot, view }),
        (slot(), vec(any::<[u8; 8]>(), 1..9), any::<bool>()).prop_map(
            |(slot, program, listener)| Command::Policy {
                slot,
                program: program.concat(),
                listener
            }
        ),
        run().prop_map(|run| Command::Run(Box::new(run))),
        (slot(), option::of(slot())).prop_map(|(view, policy)| Command::Prepare { view, policy }),
        number().prop_map(|id| Command::Kill { id }),
        number().prop_map(|id| Command::Cancel { id }),
    ]
}

fn weaknesses() -> impl Strategy<Value = Vec<Weakness>> {
    vec(select(Weakness::ALL), 0..4)
}

fn outcome() -> impl Strategy<Value = RunOutcome> {
    let optional = vec(option::of(number()), 10);
    let plain = vec(number(), 16);
    let copied_out =
        vec((any::<i32>(), number()).prop_map(|(errno, length)| CopiedOut { errno, length }), 0..4);
    let protections = (any::<u32>(), any::<bool>(), any::<u8>(), any::<bool>());
    (select(Cause::ALL), optional, plain, copied_out, protections, weaknesses()).prop_map(
        |(cause, optional, plain, copied_out, protections, weaknesses)| {
            let (namespaces, seccomp, landlock, built_ahead) = protections;
            RunOutcome {
                id: plain[0],
                cause,
                exit_code: optional[0],
                signal: optional[1],
                system_call: optional[2],
                wall_time: plain[1],
                cpu_user: plain[2],
                cpu_system: plain[3],
                peak_memory: plain[4],
                page_cache: optional[3],
                oom_kills: plain[5],
                peak_processes: optional[4],
                refused_processes: plain[6],
                switches: [plain[7], plain[8]],
                faults: [plain[9], plain[10]],
                instructions: optional[5],
                output_bytes: optional[6],
                idle_time: optional[7],
                captured: [optional[8], optional[9]],
                copied_out,
                protections: Protections {
                    namespaces,
                    seccomp,
                    landlock,
                    built_ahead,
                    switched_off: switched_off(namespaces),
                },
                weaknesses,
                steps: StepTimes {
                    cell: plain[11],
                    prepare: plain[12],
                    launch: plain[13],
                    run: plain[14],
                    collect: plain[15],
                },
            }
        },
    )
}

/// Any message of a supervisor.
pub(crate) fn reply() -> impl Strategy<Value = Reply> {
    let groups = vec(vec(any::<u8>(), 0..20), 0..3);
    let facts = (select(Backend::ALL), any::<[u32; 4]>(), any::<u8>(), weaknesses(), groups)
        .prop_map(
            |(
                backend,
                [supervisor, user, group, namespaces],
                landlock,
                weaknesses,
                busy_groups,
            )| LaneFacts {
                backend,
                supervisor,
                user,
                group,
                landlock,
                namespaces,
                switched_off: switched_off(namespaces),
                weaknesses,
                busy_groups,
            },
        );
    let failure =
        (number(), select(Stage::ALL), any::<i32>(), vec(any::<u8>(), 0..20), any::<bool>())
            .prop_map(|(id, stage, errno, subject, request_at_fault)| RunFailure {
                id,
                stage,
                errno,
                subject,
                request_at_fault,
            });
    prop_oneof![
        facts.prop_map(Reply::Ready),
        (any::<String>(), any::<String>())
            .prop_map(|(message, hint)| Reply::Refused { message, hint }),
        outcome().prop_map(|outcome| Reply::Outcome(Box::new(outcome))),
        failure.prop_map(Reply::Failed),
        (number(), any::<u32>()).prop_map(|(id, process)| Reply::Started { id, process }),
    ]
}
