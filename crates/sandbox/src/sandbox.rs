//! Several lanes.

use crate::{Error, Lane, LaneOptions};

/// A pool of lanes, for as many runs at a time.
#[derive(Debug)]
pub struct Sandbox {
    lanes: Vec<Lane>,
}

impl Sandbox {
    /// Makes `lanes` lanes.
    pub fn new(options: &LaneOptions, lanes: usize) -> Result<Sandbox, Error> {
        let lanes = (0..lanes).map(|_| Lane::new(options)).collect::<Result<_, _>>()?;
        Ok(Sandbox { lanes })
    }

    /// Lane `index`.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn lane(&self, index: usize) -> &Lane {
        &self.lanes[index]
    }

    /// All lanes.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }
}
