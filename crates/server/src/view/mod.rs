//! What crosses the wire of a game's own types. Games do not serialise: these are copies of what a
//! viewer may see, in the words of the client.

mod answer;
mod kit;
mod scene;

pub use answer::{Leg, Offer, Open, Pick, Ref};
pub use kit::{
    Art, Badge, Chart, ChartCell, ChartRow, Corner, Cue, Face, Kit, Label, LabelKind, Lesson, LineRun, Look,
    OverlayLook, RuleEntry, RuleKind, SeatLook, Shape, SpotLook, Through, Track,
};
pub use scene::{Awaits, Banner, Chance, Counter, Fact, Forecast, ForecastChart, Mark, Note, Scene, Score, Shows, Sum};
