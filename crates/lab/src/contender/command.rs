//! Contenders that are command lines: started by launchers, one launcher a client.

use std::time::Duration;

use super::{Contender, ContenderError, Identity, Program, RoundTrips};
use crate::helper::{Batch, HelperCommand, Launch, Launcher};
use crate::session::Observation;

/// A sandbox with a command line.
pub(super) trait CommandLine {
    /// Name, version and configuration.
    fn identity(&self) -> Identity;

    /// Makes what client number `client` needs on the host before it runs `program`, and gives
    /// the command line of a run. Clients run at the same time and must not collide.
    fn launch(&mut self, program: &Program, client: usize) -> Result<Launch, ContenderError>;

    /// A command line that must execute the launchers for this contender to work on this host.
    fn prefix(&self) -> Vec<String> {
        Vec::new()
    }

    /// Removes what `launch` made.
    fn clean_up(&mut self) -> Result<(), ContenderError> {
        Ok(())
    }
}

/// Drives a [`CommandLine`] as a contender.
pub(super) struct Commanded<C: CommandLine> {
    command_line: C,
    helper: HelperCommand,
    launchers: Vec<Launcher>,
    /// Resident memory of a launcher, once one was asked.
    resident_kib: Option<u64>,
}

impl<C: CommandLine> Commanded<C> {
    pub(super) fn new(command_line: C, helper: HelperCommand) -> Self {
        Self { command_line, helper, launchers: Vec::new(), resident_kib: None }
    }

    /// Makes sure that client number `client` has its launcher, and gives its command line.
    fn client(&mut self, program: &Program, client: usize) -> Result<Launch, ContenderError> {
        while self.launchers.len() <= client {
            self.launchers.push(Launcher::start(&self.helper, &self.command_line.prefix())?);
        }
        self.command_line.launch(program, client)
    }
}

impl<C: CommandLine> Contender for Commanded<C> {
    fn identity(&self) -> Identity {
        let mut identity = self.command_line.identity();
        if let Some(resident) = self.resident_kib {
            identity.configuration += &format!("; launched by a process of {resident} KiB");
        }
        identity
    }

    fn prepare(&mut self, program: &Program) -> Result<(), ContenderError> {
        let launch = self.client(program, 0)?;
        self.resident_kib = Some(self.launchers[0].check(&launch)?);
        Ok(())
    }

    fn round_trips(
        &mut self,
        program: &Program,
        trips: &RoundTrips,
    ) -> Result<Vec<Observation>, ContenderError> {
        let launch = self.client(program, 0)?;
        let pause_ns = trips.pause.as_nanos() as u64;
        self.launchers[0].time(&launch, &Batch { runs: trips.runs, pause_ns, cpu: trips.cpu })
    }

    fn throughput(
        &mut self,
        program: &Program,
        clients: usize,
        wall: Duration,
    ) -> Result<Observation, ContenderError> {
        // All set-up first: from the first order on, the clients only run.
        let launches = (0..clients)
            .map(|client| self.client(program, client))
            .collect::<Result<Vec<_>, _>>()?;
        let clients = || launches.iter().enumerate();
        for (client, launch) in clients() {
            self.launchers[client].sustain(launch, wall)?;
        }
        let mut ends = Vec::new();
        for (client, _) in clients() {
            ends.push(self.launchers[client].sustained(wall));
        }
        let ends = ends.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok(together(&ends))
    }

    fn finish(&mut self) -> Result<(), ContenderError> {
        self.launchers.clear();
        self.command_line.clean_up()
    }
}

impl<C: CommandLine> Drop for Commanded<C> {
    fn drop(&mut self) {
        // An error has nobody left to hear it; an experiment that ends well has called `finish`.
        let _ = self.finish();
    }
}

/// One observation whose rate is the sum of the clients' rates, each over its own time.
pub(super) fn together(clients: &[(u64, Duration)]) -> Observation {
    let runs = clients.iter().map(|(runs, _)| runs).sum();
    let rate: f64 = clients.iter().map(|(runs, wall)| *runs as f64 / wall.as_secs_f64()).sum();
    Observation { runs, ..Observation::wall((runs as f64 / rate * 1e9).round() as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Metric;

    #[test]
    fn rates_of_clients_add_up() {
        let both = together(&[(100, Duration::from_secs(1)), (300, Duration::from_secs(2))]);
        assert_eq!(both.runs, 400);
        let rate = Metric::Rate.of(&both).expect("has a rate");
        assert!((rate - 250.0).abs() < 1e-6, "{rate}");
    }
}
