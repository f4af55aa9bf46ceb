//! What crosses the wire where it is not what [`referee`] itself writes: scenes, odds and most of a kit serialise
//! themselves.

mod answer;
mod kit;
mod notes;

pub use answer::{Offer, Opening, Pick};
pub use kit::Kit;
pub use notes::{Awaits, Note, Shows, SignedDie};
pub use referee::{Forecast, Ref, Scene, SeatLook};
