//! The execution side of the judge: checkers that are programs, conversations, passes and the other
//! kinds of problem, in real sandboxes with real compilers.
//!
//! Needs of the host: what the sandbox needs, `gcc`, `g++`, `python3` and `bash` under `/usr/bin`.
//! Where they are missing these tests fail.

mod checkers;
mod communication;
mod enumeration;
mod interactive;
mod kinds;
mod model;
mod polygon;
mod programs;
mod support;
mod times;
