//! Messages of every shape, and bytes that are none.

mod malformed;
mod round_trip;
mod strategies;
