//! The machine, as a report names it.

use sandglass_judge::Machine;
use sandglass_lab::Environment;

/// What can be read before anything is judged.
pub(crate) fn machine(lanes: usize) -> Machine {
    let environment = Environment::read();
    Machine {
        kernel: environment.kernel,
        distribution: environment.distribution,
        processor: environment.processor,
        processors: environment.processors_allowed,
        virtual_machine: environment.virtual_machine,
        frequency_governor: environment.frequency_governor,
        turbo: environment.turbo,
        simultaneous_multithreading: environment.simultaneous_multithreading,
        address_space_randomization: environment.address_space_randomization,
        load_average: environment.load_average,
        lanes,
        ..Machine::default()
    }
}
