//! Descriptive statistics, intervals and tests of significance.
//!
//! Nothing here reads a clock or a file; every formula is checked in its unit tests against
//! values computed by SciPy 1.17.1 and NumPy 2.4.6, or against published tables.

mod descriptive;
mod interval;
mod mann_whitney;
mod special;
mod welch;

pub use descriptive::{Summary, mean, median, percentile, standard_deviation, standard_error};
pub use interval::{Interval, Ratio, median_interval, ratio_of_medians};
pub use mann_whitney::{MannWhitney, Method, mann_whitney_u};
pub use welch::{Welch, welch_t_test};
