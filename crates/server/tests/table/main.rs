//! The table as people meet it: real sockets, a store on disk.

mod common;
mod mistakes;
mod nobody_in;
mod play;
mod secrets;
