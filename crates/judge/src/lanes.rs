//! The lanes of a judge, in stations: all that one run of a submission needs, on one CPU.

use rustix::thread::sched_getaffinity;
use sandglass_sandbox::{Lane, LaneOptions};

use crate::error::{JudgeError, with_retry};

/// Where one test at a time is judged: a lane for the submission, and more where other programs run
/// beside it. A submission and its interactor share the station's CPU: a message between two programs
/// takes about a tenth of the time on one core that it takes across two.
#[derive(Debug)]
pub struct Station {
    options: LaneOptions,
    lanes: Vec<Lane>,
    cpu: Option<usize>,
}

impl Station {
    /// A station whose lanes have these options; the first is opened now, others when they are needed.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub fn new(options: LaneOptions) -> Result<Station, JudgeError> {
        let cpu = match options.cpus[..] {
            [only] => Some(only),
            _ => options.cpus.first().copied().or_else(|| allowed_cpus().first().copied()),
        };
        let mut station = Station { options, lanes: Vec::new(), cpu };
        station.lanes(1)?;
        Ok(station)
    }

    /// The CPU for programs that talk to each other.
    pub(crate) fn cpu(&self) -> Option<usize> {
        self.cpu
    }

    /// The first lane.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub(crate) fn lane(&mut self) -> Result<&Lane, JudgeError> {
        Ok(&self.lanes(1)?[0])
    }

    /// The lane for programs of the problem. It is not the submission's: each lane keeps a cell ready
    /// for requests like its last one, and these two are never alike.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub(crate) fn helper_lane(&mut self) -> Result<&Lane, JudgeError> {
        Ok(&self.lanes(2)?[1])
    }

    /// At least `count` lanes.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub(crate) fn lanes(&mut self, count: usize) -> Result<&[Lane], JudgeError> {
        while self.lanes.len() < count {
            let lane = Lane::new(&self.options)
                .map_err(|error| JudgeError::sandbox("start a lane", &error))?;
            self.lanes.push(lane);
        }
        Ok(&self.lanes)
    }

    /// Does something; a failure of ours is tried again once, on other lanes, as a supervisor may have
    /// died with the first attempt. Returns the result and whether it took two.
    ///
    /// # Errors
    /// Those of the last attempt.
    pub(crate) fn try_twice<T>(
        &mut self,
        mut attempt: impl FnMut(&mut Station) -> Result<T, JudgeError>,
    ) -> Result<(T, bool), JudgeError> {
        let mut attempts = 0;
        with_retry(|| {
            attempts += 1;
            if attempts > 1 {
                self.lanes.clear();
            }
            attempt(self)
        })
    }
}

/// Opens stations with these options. Several are pinned to a CPU each, where there are as many and
/// the options name none: two runs on one core would measure each other.
///
/// # Errors
/// [`JudgeError::Infrastructure`].
pub fn open_lanes(
    options: impl Fn() -> LaneOptions,
    count: usize,
) -> Result<Vec<Station>, JudgeError> {
    let allowed = allowed_cpus();
    let pins = count > 1 && count <= allowed.len();
    let open = |index: usize| {
        let mut options = options();
        if pins && options.cpus.is_empty() {
            options.cpus = vec![allowed[index]];
        }
        Station::new(options)
    };
    (0..count.max(1)).map(open).collect()
}

fn allowed_cpus() -> Vec<usize> {
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..rustix::thread::CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect()
}
