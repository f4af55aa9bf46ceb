//! 1944: Race to the Rhine.

pub mod components;
