//! The command line as a user meets it: exit status, stdout and stderr of the real program.

mod closed;
mod convert;
mod disturbed;
mod doctor;
mod full_disk;
mod generated;
mod grammar;
mod interrupt;
mod judge;
mod languages;
mod limits;
mod package;
mod program;
mod report;
mod support;
mod task;
mod usage;
mod verify;
