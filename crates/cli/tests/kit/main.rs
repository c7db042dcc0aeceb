//! Kits, as a contestant gets them: unpacked from the zip into an empty folder, built and run by what a
//! contestant has, with no Sandglass on the way.

mod contents;
mod faults;
mod linux;
mod support;
mod windows;
