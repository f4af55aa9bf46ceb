//! The table: matches over HTTP and sockets, kept in a database.
//!
//! Read in this order: [`message`] (all that crosses the wire), `room` (one task per match), `store`
//! (what is kept), `socket` and `http` (how people reach a room), `dice` (where rolls come from).

pub mod message;
pub mod view;
