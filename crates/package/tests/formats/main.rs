//! Every format, on small packages that look like real ones.

mod archives;
mod cms;
mod hostile;
mod legacy;
mod polygon;
mod scoring;
mod sim;
mod support;
mod writing;
