//! D-Day to the Rhine: north-west Europe from the landing in June 1944 to March 1945, month by month.

pub mod components;
