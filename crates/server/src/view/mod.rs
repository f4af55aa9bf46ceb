//! What crosses the wire of a game's own types. Games do not serialise: these are copies of what a
//! viewer may see, in the words of the client.

mod answer;
mod kit;
mod scene;

pub use answer::{Heap, Leg, Offer, Opening, Pick, Ref};
pub use kit::{
    Art, Badge, CardLook, Chart, ChartCell, ChartRow, Corner, Cue, Face, Kit, Label, LabelKind, Layout, Lesson,
    LineRun, Look, Lot, OverlayLook, Print, RuleEntry, RuleKind, SeatLook, Shape, SpotLook, ThingLook, Through, Track,
};
pub use scene::{
    Arrow, Awaits, Banner, Chance, Counter, Die, Fact, Focus, Forecast, ForecastChart, HeapLook, Holder, Lane, Mark,
    Mat, Note, Pile, Plate, Roster, Scene, Score, Shows, SideMark, Sum, Tally,
};
