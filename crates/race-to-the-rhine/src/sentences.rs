//! What players read.

use crate::action::{MEDAL, TRUCK, thing_of};
use crate::components::{Commander, Load, Supply};
use crate::scene::held;
use crate::state::{CardId, DeckId};
use crate::{Event, Race};
use referee::{Bill, BillLine, Heading, Note, Piece, Ref, Shows, Spot, Viewer};

impl Race {
    /// [10.34] What a fight asked, where it came from and what is left.
    fn bill(&self, card: CardId, area: &str, paid: Load, bonus: u8, left: Load, won: bool) -> Bill {
        let line = |label: &str, load: Load| BillLine { label: label.into(), of: held(load) };
        let mut lines = vec![line("needs", self.card(card).cost), line("from the corps card", paid)];
        if bonus > 0 {
            lines.push(line("from the air", Load::of(Supply::Ammo, bonus)));
        }
        lines.push(line("left on the card", left));
        let medal = if self.card(card).medal { " with a medal" } else { "" };
        let end =
            if won { format!("Won: the card{medal} is yours.") } else { "Too little: the corps withdraws.".into() };
        Bill { title: format!("Combat in {area}"), card: Some(thing_of(card)), lines, end, good: won }
    }

    pub(crate) fn sentence(&self, event: &Event, viewer: Viewer) -> Note {
        Note { heading: heading(event), ..self.words(event, viewer) }
    }

    #[expect(clippy::too_many_lines, reason = "one sentence for each event")]
    fn words(&self, event: &Event, viewer: Viewer) -> Note {
        let corps = |piece: Piece| format!("{} Corps", self.unit(piece).name);
        let at = |spot: Spot| self.name(spot);
        let face = |card| Ref::Thing(thing_of(card));
        let flash = |text: String, spot: Spot| Note::says(text).showing(Shows::Flash(Ref::Spot(spot)));
        let counted = |text: String, thing| Note::says(text).showing(Shows::Flash(Ref::Thing(thing)));
        let card = |id| self.card(id).name.as_str();
        match *event {
            Event::First(who) => Note::says(format!("{} has the first turn.", who.name())),
            Event::Round(round) => Note::says(format!("Round {round} begins.")),
            Event::LastRoundOver => Note::says("The last round is over; medals are counted."),
            Event::Delivered { who, at: base, load } => {
                flash(format!("{} brings {} to {}.", who.name(), load.told(), at(base)), base)
            }
            Event::OstendeUsed => Note::says("The port of Ostende has been used up."),
            Event::Dropped { at: area, load } => {
                let goes = if load.total() == 1 { "goes" } else { "go" };
                flash(format!("{} in {} {goes} back to the reserve.", load.told(), at(area)), area)
            }
            Event::TrucksTaken { who, count: 0 } => {
                Note::says(format!("{} asks for trucks; none are left.", who.name()))
            }
            Event::TrucksTaken { who, count } => counted(format!("{} takes {}.", who.name(), trucks(count, "")), TRUCK),
            Event::Transported { from, to, load } => {
                flash(format!("A truck carries {} from {} to {}.", load.told(), at(from), at(to)), to)
            }
            Event::CheckBegins => counted("The truck stock is empty: Supply Check.".into(), TRUCK),
            Event::Level { who, level } => Note::says(format!("{} rises to logistics level {level}.", who.name())),
            Event::Fed { corps: piece } => Note::says(format!("{} eats.", corps(piece))),
            Event::Grounded { corps: piece } => Note::says(format!("{} has no food and is grounded.", corps(piece)))
                .showing(Shows::Flash(Ref::Piece(piece))),
            Event::Woken { corps: piece } => Note::says(format!("{} is fed and can move again.", corps(piece)))
                .showing(Shows::Flash(Ref::Piece(piece))),
            Event::TrucksReturn(count) => Note::says(format!("{count} trucks come back from the roads.")),
            Event::MoreTrucks(count) => counted(format!("Level 3 is reached: {}.", trucks(count, "more ")), TRUCK),
            Event::Refilled { load, trucks, grounded } => {
                Note::says(format!("The Allied Stock is filled up with {}.", load.told()))
                    .costing(checked(load, trucks, grounded))
            }
            Event::CardsReady => Note::says("All Commander cards are ready again."),
            Event::AirReturns(who) => Note::says(format!("{}'s aircraft return.", who.name())),
            Event::Moved { corps: piece, from, to } => {
                Note::says(format!("{} moves to {}.", corps(piece), at(to))).showing(Shows::Path(piece, vec![from, to]))
            }
            Event::Halted { corps: piece } => Note::says(format!("{} halts.", corps(piece))),
            Event::GasPaid { corps: piece } => Note::says(format!("{} burns 1 gas.", corps(piece))),
            Event::Walls { corps: piece, at: area } => {
                flash(format!("{} pays 1 ammo for the walls of {}.", corps(piece), at(area)), area)
            }
            Event::Drawn { who, card: id } => {
                let text = format!("{} turns over {}", who.name(), card(id));
                // Some cards cry out.
                Note::says(if text.ends_with('!') { text } else { text + "." }).showing(Shows::Flash(face(id)))
            }
            Event::NoCard { at: area } => flash(format!("No card is left for {}.", at(area)), area),
            Event::Found { at: area, load } => flash(format!("{} found in {}.", load.told(), at(area)), area),
            Event::NothingFound => Note::says("The reserve has none of it; nothing is gained."),
            Event::FedCivilians { who } => counted(format!("{} gives 1 food and earns a medal.", who.name()), MEDAL),
            Event::Traded { give, get } => Note::says(format!("1 {give} becomes 1 {get}.")),
            Event::Kept { who, card: id } => Note::says(format!("{} keeps {}.", who.name(), card(id))),
            Event::ExtraAction { who } => Note::says(format!("The Resistance gives {} one more action.", who.name())),
            Event::ResistanceLost => Note::says("A Resistance was used already in this turn; this one is lost."),
            Event::Stopped { corps: piece } => {
                Note::says(format!("Les Boches! {} stops; going on costs 1 gas.", corps(piece)))
            }
            Event::Peeked { who, deck, card: id } if viewer == Viewer::Seat(who.seat()) => {
                Note::says(format!("You see {} on top of {}.", card(id), deck_words(deck)))
                    .showing(Shows::Flash(face(id)))
            }
            Event::Peeked { who, deck, .. } => {
                Note::says(format!("{} looks at the top card of {}.", who.name(), deck_words(deck)))
            }
            Event::Fought { corps: piece, card: id, at: area, paid, bonus, left, won } => {
                let help = if bonus > 0 { format!(", {bonus} ammo from the air") } else { String::new() };
                let end = match won {
                    true if self.card(id).medal => "wins a medal",
                    true => "wins",
                    false => "loses",
                };
                Note::says(format!("{} {end} against {}: {paid} spent{help}.", corps(piece), card(id)))
                    .showing(Shows::Flash(Ref::Piece(piece)))
                    .costing(self.bill(id, at(area), paid, bonus, left, won))
            }
            Event::Withdrawn { corps: piece, to } => {
                Note::says(format!("{} withdraws to {}.", corps(piece), at(to))).showing(Shows::Path(piece, vec![to]))
            }
            Event::Reshuffled(deck) => Note::says(format!("{} is shuffled.", capital(&deck_words(deck)))),
            Event::Taken { who, at: area } => flash(format!("{} takes {}.", who.name(), at(area)), area),
            Event::Encircled { who, at: area } => {
                flash(format!("{} is cut off and falls to {}.", at(area), who.name()), area)
            }
            Event::Medal { who, at: area } => flash(format!("{} earns a medal for {}.", who.name(), at(area)), area),
            Event::AxisGone { at: area } => flash(format!("The Axis marker in {} is removed.", at(area)), area),
            Event::AirPlaced { who, deck } => {
                Note::says(format!("{}'s aircraft cover {}.", who.name(), deck_words(deck)))
            }
            Event::CommanderCard { who } => Note::says(format!("{} uses his Commander card.", who.name())),
            Event::Landed { who, at: area } => {
                flash(format!("{} lands paratroopers in {}.", who.name(), at(area)), area)
            }
            Event::AirborneGone { at: area } => flash(format!("The paratroopers leave {}.", at(area)), area),
            Event::AirborneTurned { at: area } => {
                flash(format!("The paratroopers in {} will hold one more turn.", at(area)), area)
            }
            Event::Paid { who } => counted(format!("{} gives up a medal.", who.name()), MEDAL),
            Event::AxisPlaced { at: area } => flash(format!("The Axis digs in at {}.", at(area)), area),
            Event::AxisLost => Note::says("No area can take an Axis marker; it leaves the game."),
            Event::LastMarker => Note::says("That was the last Axis marker: the round is played to its end."),
            Event::CounterAttacked { at: area, from } => {
                flash(format!("The Axis retakes {} from {}.", at(area), from.name()), area)
            }
            Event::AntwerpOpens => Note::says("The port of Antwerpen is open: it is Monty's base now."),
            Event::Weather { rain: true } => Note::says("Rain sets in."),
            Event::Weather { rain: false } => Note::says("The sky clears."),
            Event::Won { who, at: area } => flash(format!("{} is across the Rhine at {}!", who.name(), at(area)), area),
            Event::Dice { sum, faces: [a, b, c] } => {
                Note::says(format!("Three dice: {a}, {b} and {c} make {sum}.")).showing(Shows::d6(a, None))
            }
            Event::NumberTurned { number, at: area } => {
                flash(format!("Marker {} in {} turns to the Axis.", number.number(), at(area)), area)
            }
            Event::NumberMoved { number, to } => flash(format!("Marker {} goes to {}.", number.number(), at(to)), to),
            Event::NumberGone { number } => {
                Note::says(format!("There is no place for marker {}; it leaves the game.", number.number()))
            }
            Event::Shifted { corps: piece, load, onto_card } => {
                let verb = if onto_card { "loads" } else { "unloads" };
                Note::says(format!("{} {verb} {}.", corps(piece), load.told())).showing(Shows::Flash(Ref::Piece(piece)))
            }
        }
    }
}

/// Where the log begins something new. What belongs to a fight has no heading.
fn heading(event: &Event) -> Option<Heading> {
    match event {
        Event::Round(_) => Some(Heading::Turn),
        Event::Fought { .. } => Some(Heading::Battle),
        Event::Withdrawn { .. }
        | Event::Reshuffled(_)
        | Event::Kept { .. }
        | Event::AxisGone { .. }
        | Event::Taken { .. } => None,
        _ => Some(Heading::Other),
    }
}

/// [9.3] What a Supply Check brought and whom it left hungry.
fn checked(load: Load, trucks: u8, grounded: u8) -> Bill {
    let lines = vec![
        BillLine { label: "back from the roads".into(), of: vec![(TRUCK, trucks)] },
        BillLine { label: "into the Allied Stock".into(), of: held(load) },
    ];
    let end = match grounded {
        0 => "No corps is grounded.".into(),
        1 => "1 corps is grounded for want of food.".into(),
        n => format!("{n} corps are grounded for want of food."),
    };
    Bill { title: "Supply Check".into(), card: None, lines, end, good: grounded == 0 }
}

pub(crate) fn deck_words(deck: DeckId) -> String {
    match deck {
        DeckId::Axis => "the Axis deck".into(),
        DeckId::Pursuit(who) => format!("{}'s Pursuit deck", Commander::name(who)),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `1 truck`, `2 more trucks`.
fn trucks(count: u8, more: &str) -> String {
    format!("{count} {more}truck{}", if count == 1 { "" } else { "s" })
}
