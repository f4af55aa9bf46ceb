//! What players read.

use crate::action::{How, Throw};
use crate::components::{Face, Side};
use crate::kit::{BEACHES, many, spelled};
use crate::state::Sudden;
use crate::{DdayToTheRhine, Event};
use referee::{Heading, Note, Piece, Ref, Shows, Spot, Viewer, listed};

impl DdayToTheRhine {
    /// A unit as this viewer may name it.
    fn named(&self, unit: Piece, marker: u8, viewer: Viewer) -> String {
        let knows = viewer == Viewer::Seat(Side::German.seat());
        match (marker, knows, DdayToTheRhine::phantom_of(unit)) {
            (1.., false, _) => "A hidden unit".into(),
            (_, true, Some(_)) => "A phantom".into(),
            (_, _, Some(_)) => "A hidden unit".into(),
            _ => self.unit(unit).name.clone(),
        }
    }

    /// The key under which this viewer sees it.
    pub(crate) fn key(&self, unit: Piece, marker: u8, viewer: Viewer) -> Piece {
        let knows = viewer == Viewer::Seat(Side::German.seat());
        if marker > 0 && !knows { Piece(crate::scene::FIRST_MARKER + u16::from(marker)) } else { unit }
    }

    pub(crate) fn place_name(&self, at: Spot) -> String {
        self.city(at).map_or_else(|| self.hex(at).into(), |city| format!("{} ({})", spelled(&city.name), self.hex(at)))
    }

    #[expect(clippy::too_many_lines, reason = "one sentence for each event")]
    pub(crate) fn sentence(&self, event: &Event, viewer: Viewer) -> Option<Note> {
        let at = |spot: Spot| self.place_name(spot);
        // [O.1] What is paid for a hidden unit would tell its kind.
        let price = |before: &str, cost: u8, marker: u8| match marker > 0 && viewer != Viewer::Seat(Side::German.seat())
        {
            true => String::new(),
            false => format!("{before}{cost} RP"),
        };
        let flash = |text: String, spot: Spot| Note::says(text).showing(Shows::Flash(Ref::Spot(spot)));
        let name = |unit: Piece| self.named(unit, 0, viewer);
        Some(match *event {
            Event::Month(month) => Note::says(format!("{} begins.", month.name())).heading(Heading::Turn),
            Event::Weather { die, overcast } => {
                let sky = if overcast { "overcast" } else { "clear" };
                Note::says(format!("The weather die shows {die}: {sky}.")).showing(Shows::d6(die, None))
            }
            Event::Phase(phase) => Note::says(match phase {
                1 => "German reinforcements and replacements.",
                2 => "German activations.",
                3 => "Allied reinforcements and replacements.",
                _ => "Allied activations.",
            })
            .heading(Heading::Phase),
            Event::Card { side, card } if viewer == Viewer::Seat(side.seat()) => {
                let known = self.c.tables.cards.iter().find(|known| known.number == card);
                let what = known.map_or("", |card| card.objective.as_str());
                Note::says(format!("Your objective, card {card}: {what}"))
            }
            Event::Card { side, .. } => Note::says(format!("The {} player draws a secret objective.", side.name())),
            Event::Landing { beach, attack, defence, failed } => {
                let end = if failed { "the landing fails" } else { "the beach is taken" };
                let text = format!(
                    "Landing at {}: {} against {}; {end}.",
                    BEACHES[usize::from(beach)],
                    faces(&attack),
                    faces(&defence)
                );
                Note::says(text).showing(dice(Side::Allied, &attack, &defence))
            }
            Event::BeachHead(beach) => {
                let shown = self.c.map.beach[usize::from(beach)];
                flash(format!("A beach-head is established at {}.", BEACHES[usize::from(beach)]), shown)
            }
            Event::Resources { side: Side::Allied, rp, pc } => {
                Note::says(format!("The Allies have {rp} RP, {pc} of port capacity among them."))
            }
            Event::Resources { rp, .. } => Note::says(format!("The Germans have {rp} RP.")),
            Event::Launched(month) => Note::says(format!("Rundstedt's counter-offensive begins in {}.", month.name())),
            Event::Waits => Note::says("The counter-offensive waits."),
            Event::Placed { unit, at: to, marker } => {
                Note::says(format!("{} arrives at {}.", self.named(unit, marker, viewer), at(to)))
                    .showing(Shows::Placed(self.key(unit, marker, viewer), to))
            }
            Event::Rebuilt { unit, at: to, cost, marker } => {
                let paid = price(" for ", cost, marker);
                Note::says(format!("{} is rebuilt at {}{paid}.", self.named(unit, marker, viewer), at(to)))
                    .showing(Shows::Placed(self.key(unit, marker, viewer), to))
            }
            Event::Stepped { unit, cost, marker } => {
                let paid = price(" for ", cost, marker);
                Note::says(format!("{} gains a step{paid}.", self.named(unit, marker, viewer)))
            }
            Event::Pooled(unit) if viewer == Viewer::Seat(Side::German.seat()) => {
                Note::says(format!("{} has lost its city and goes to the pool.", name(unit)))
            }
            Event::Pooled(unit) => Note::says(format!("{} has lost its city and goes to the pool.", name(unit))),
            Event::Moved { unit, to, path, how, cost, marker, .. } => {
                let verb = match how {
                    How::Tactical => "moves",
                    How::Motor => "drives",
                    How::Rail => "goes by rail",
                };
                let paid = if cost == 0 { String::new() } else { price(", ", cost, marker) };
                Note::says(format!("{} {verb} to {}{paid}.", self.named(unit, marker, viewer), at(to)))
                    .showing(Shows::Path(self.key(unit, marker, viewer), path.iter().collect()))
                    .heading(Heading::Other)
            }
            Event::Revealed { unit, at: hex } => flash(format!("{} is found at {}.", name(unit), at(hex)), hex),
            Event::PhantomGone { at: hex } => flash(format!("There is nothing at {}: a phantom.", at(hex)), hex),
            Event::Control { at: hex, side: Side::Allied } => flash(format!("{} is in Allied hands.", at(hex)), hex),
            Event::Control { at: hex, .. } => flash(format!("{} is German again.", at(hex)), hex),
            Event::BeachLost(beach) => {
                let shown = self.c.map.beach[usize::from(beach)];
                flash(format!("The beach-head at {} is lost.", self.hex(shown)), shown)
            }
            Event::Attacked { side, battle, defenders, cost } => {
                let who: Vec<String> = battle.attackers.iter().map(name).collect();
                let surprise = if battle.surprise { " by surprise" } else { "" };
                let attack = if who.len() == 1 { "attacks" } else { "attack" };
                let who = listed(who.iter().map(String::as_str));
                let whom: Vec<String> = defenders.iter().map(name).collect();
                let whom = match whom.is_empty() {
                    true => at(battle.target),
                    false => format!("{} at {}", listed(whom.iter().map(String::as_str)), at(battle.target)),
                };
                let text = format!("{who} {attack} {whom}{surprise}, {cost} RP.");
                debug_assert!(matches!(side, Side::Allied | Side::German));
                flash(text, battle.target).heading(Heading::Battle)
            }
            Event::Supported { support } => {
                let names: Vec<&str> = support.pieces().map(|piece| self.support_name(piece)).collect();
                Note::says(format!("Support: {}.", names.join(" and ")))
            }
            Event::Bombed { throw, hits, again } => {
                let short = match again {
                    Some(Face::Blank) => ", and nothing falls short",
                    Some(_) => ", and one falls short",
                    None => "",
                };
                let none = Throw { count: 0, ..throw };
                Note::says(format!("Bombers: {}, {}{short}.", faces(&throw), many(hits, "hit", "hits"))).showing(dice(
                    Side::Allied,
                    &throw,
                    &none,
                ))
            }
            Event::Fought { side, attack, defence, hits, losses } => Note::says(format!(
                "{} against {}: the defender loses {hits}, the attacker {losses}.",
                faces(&attack),
                faces(&defence)
            ))
            .showing(dice(side, &attack, &defence)),
            Event::Lost { unit, steps } => {
                let word = if steps == 1 { "a step" } else { "steps" };
                let text = match steps {
                    1 => format!("{} loses {word}.", name(unit)),
                    _ => format!("{} loses {steps} {word}.", name(unit)),
                };
                Note::says(text).showing(Shows::Flash(Ref::Piece(unit)))
            }
            Event::Eliminated { unit, out } => {
                let end = if out { "is lost for good" } else { "is eliminated" };
                Note::says(format!("{} {end}.", name(unit))).showing(Shows::Gone(unit))
            }
            Event::Starved { unit, .. } => {
                Note::says(format!("{} is out of supply and eliminated.", name(unit))).showing(Shows::Gone(unit))
            }
            Event::SentBack { unit, marker } => {
                Note::says(format!("{} goes back to the turn track.", self.named(unit, marker, viewer)))
                    .showing(Shows::Gone(self.key(unit, marker, viewer)))
            }
            Event::Hid { at: hex, .. } => flash(format!("A marker lies at {}.", at(hex)), hex),
            Event::Blow => Note::says("Rundstedt's blow has struck."),
            Event::Sudden { side, why } => Note::says(match (side, why) {
                (_, Sudden::Invasion) => "Both landings have failed. The German player wins.",
                (_, Sudden::NoPort) => "The Allies have neither beach-head nor port. The German player wins.",
                (_, Sudden::Ruhr) => "The Ruhr has fallen. The Allied player wins.",
            }),
            Event::Judged => Note::says("The last month is over; the objectives are judged."),
        })
    }
}

/// The dice of the attacking side, then those of the other.
fn dice(side: Side, attack: &Throw, defence: &Throw) -> Shows {
    let of = |side: Side, throw: &Throw| {
        let thrown = &throw.faces[..usize::from(throw.count)];
        let counts = |face: Face| face != Face::Blank && (face != Face::Aircraft || throw.clear);
        thrown.iter().map(|face| (side.seat(), format!("die-{}", face.name()), counts(*face))).collect::<Vec<_>>()
    };
    Shows::Throw([of(side, attack), of(side.other(), defence)].concat())
}

/// `infantry, blank, blank`.
fn faces(throw: &Throw) -> String {
    let names: Vec<&str> = throw.faces[..usize::from(throw.count)].iter().map(|face| face.name()).collect();
    if names.is_empty() { "no dice".into() } else { names.join(", ") }
}
