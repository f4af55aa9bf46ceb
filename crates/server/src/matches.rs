//! Opening matches: new ones, branches, uploads; and how a match is listed.

use crate::dice::{By, Making, Part, Signer, Thrown, is_part};
use crate::error::Error;
use crate::identity::Identity;
use crate::message::{MatchView, NewMatch, Origin, SeatKind, SeatView, SeatWish};
use crate::room::{now, seat_of};
use crate::rooms::Rooms;
use crate::store::{MatchRow, NewMatchRow, SeatRow, Secret};
use referee::{Awaits, Kit, Seat, Setup, Viewer};
use shelf::{AnyGame, LiveMatch};
use testkit::catch;

/// How a match ended, in a few words.
pub(crate) fn outcome_of(kit: &Kit, awaits: Awaits) -> Option<String> {
    let Awaits::Over(outcome) = awaits else { return None };
    let winner = outcome.winner.and_then(|seat| kit.seats.get(seat.index()));
    Some(winner.map_or(outcome.level.into(), |seat| seat.and_level(outcome.level)))
}

/// The turn and the phase, as everybody may know them.
pub(crate) fn stands(game_match: &dyn LiveMatch) -> String {
    let banner = game_match.scene(Viewer::Public).banner;
    [banner.turn, banner.phase].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// How a match is over once somebody has given up: who has won, and the words for it.
pub(crate) fn resignation(kit: &Kit, seats: &[SeatRow], resigned: Seat) -> (Option<Seat>, String) {
    let others = seats.iter().filter(|row| row.kind != SeatKind::Absent).map(|row| seat_of(row.seat));
    let others: Vec<Seat> = others.filter(|seat| *seat != resigned).collect();
    let winner = if let [winner] = others.as_slice() { Some(*winner) } else { None };
    let name = |seat: Seat| kit.seats.get(seat.index()).map_or("", |seat| seat.name.as_str()).to_string();
    let words =
        winner.map_or_else(|| format!("{} resigned", name(resigned)), |seat| format!("{}: {RESIGNED}", name(seat)));
    (winner, words)
}

/// How clearly.
pub(crate) const RESIGNED: &str = "by resignation";

/// A seat as somebody sees it. The link that invites to it is shown only with the secret of the match.
pub(crate) fn seat_view(
    row: &SeatRow,
    here: &[u8],
    who: Option<&Identity>,
    owner: &str,
    secret: Option<&Secret>,
) -> SeatView {
    let seat = seat_of(row.seat);
    let name = match row.kind {
        SeatKind::Bot => row.bot.clone(),
        SeatKind::Human => row.name.clone(),
        SeatKind::Absent | SeatKind::Open => String::new(),
    };
    let invites = secret.filter(|_| row.kind == SeatKind::Open && who.is_some_and(|who| who.0 == owner));
    SeatView {
        seat: seat.0,
        kind: row.kind,
        name,
        yours: who.is_some_and(|who| row.is_held_by(who)),
        here: here.contains(&seat.0),
        join: invites.map(|secret| format!("/join/{}", secret.link(seat.index()))),
    }
}

pub(crate) fn match_view(
    game: &dyn AnyGame,
    row: &MatchRow,
    seats: &[SeatRow],
    here: &[u8],
    who: Option<&Identity>,
    secret: Option<&Secret>,
) -> MatchView {
    let setup = referee::Setup::read(&row.setup).unwrap_or_default();
    let scenario = game.scenarios().iter().find(|scenario| scenario.id == setup.scenario);
    let seats: Vec<_> = seats.iter().map(|seat| seat_view(seat, here, who, &row.owner, secret)).collect();
    let awaits = u8::try_from(row.awaits).ok();
    MatchView {
        id: row.id.clone(),
        game: row.game.clone(),
        title: game.kit().title.clone(),
        scenario_title: scenario.map(|scenario| scenario.title.clone()).unwrap_or_default(),
        scenario: setup.scenario,
        options: setup.options,
        your_turn: awaits.is_some_and(|awaited| seats.iter().any(|seat| seat.seat == awaited && seat.yours)),
        seats,
        seq: u32::try_from(row.seq).unwrap_or(u32::MAX),
        decisions: u32::try_from(row.entries).unwrap_or(u32::MAX),
        stands: row.stands.clone(),
        name: String::new(),
        archived: false,
        awaits,
        outcome: row.outcome.clone(),
        public: row.public == 1,
        origin: row.origin,
        created: row.created,
        moved: row.moved,
        dice_hash: row.dice_hash.clone(),
    }
}

/// Deals a new match and keeps it. The answer is its id.
pub(crate) async fn open(rooms: &Rooms, who: &Identity, new: NewMatch) -> Result<String, Error> {
    let game = rooms.shelf.game(&new.game).ok_or(Error::Missing("game"))?;
    let setup = Setup { scenario: new.scenario, options: new.options };
    let (secret, part) = match new.dice {
        None => (Secret::fresh(), None),
        Some(given) if !is_part(&given.part) => {
            return Err(Error::Nonsense("a part of the dice has 64 hex digits in lower case".into()));
        }
        Some(given) => {
            let gone = "the table no longer has this secret; ask /api/dice for another";
            let secret = rooms.promised(&given.hash).ok_or(Error::TooLate(gone))?;
            (secret, Some(Part { by: By::Opener, from: 0, digits: given.part }))
        }
    };
    let mut dice = secret.seed.dice(Making::Shared, part.as_slice(), 0);
    let game_match = catch(|| game.begin(&setup, &mut dice)).map_err(Error::Inner)?;
    let game_match = game_match.map_err(|unreadable| Error::Nonsense(unreadable.what))?;
    let before = match &new.after {
        Some(id) => played_before(rooms, who, id).await?,
        None => vec![],
    };
    let plan = Plan { secret, part, origin: Origin::Dealt, wishes: new.seats, before, public: new.public };
    let new = prepare(&**game, who, &*game_match, plan)?;
    drop(game_match);
    keep(rooms, new).await
}

/// Who held the seats of a match that is over, for somebody who held one of them.
async fn played_before(rooms: &Rooms, who: &Identity, id: &str) -> Result<Vec<SeatRow>, Error> {
    let (row, seats) = (rooms.store.match_row(id).await?, rooms.store.seats(id).await?);
    if row.outcome.is_none() || !seats.iter().any(|seat| seat.is_held_by(who)) {
        return Err(Error::NotAllowed("only those who have played a match to its end may play it again"));
    }
    Ok(seats)
}

/// A match that begins in the middle; its rolls so far were made elsewhere.
pub(crate) async fn resume(
    rooms: &Rooms,
    who: &Identity,
    game_match: Box<dyn LiveMatch>,
    wishes: Vec<SeatWish>,
    origin: Origin,
) -> Result<String, Error> {
    let game = rooms.shelf.game(&game_match.kit().id).ok_or(Error::Missing("game"))?;
    let plan = Plan { secret: Secret::fresh(), part: None, origin, wishes, before: vec![], public: false };
    let new = prepare(&**game, who, &*game_match, plan)?;
    drop(game_match);
    keep(rooms, new).await
}

async fn keep(rooms: &Rooms, new: NewMatchRow) -> Result<String, Error> {
    let id = new.row.id.clone();
    rooms.store.begin(new).await?;
    Ok(id)
}

/// Who takes part in a scenario; all seats, if the match began with a position.
pub(crate) fn playing(game: &dyn AnyGame, setup: &Setup) -> Vec<Seat> {
    let scenario = game.scenarios().iter().find(|scenario| scenario.id == setup.scenario);
    let all = || (0u8..).zip(&game.kit().seats).map(|(seat, _)| Seat(seat)).collect();
    scenario.map_or_else(all, |scenario| scenario.seats.clone())
}

struct Plan {
    secret: Secret,
    part: Option<Part>,
    origin: Origin,
    wishes: Vec<SeatWish>,
    /// Who held the seats of the match that is played again.
    before: Vec<SeatRow>,
    public: bool,
}

fn prepare(game: &dyn AnyGame, who: &Identity, game_match: &dyn LiveMatch, plan: Plan) -> Result<NewMatchRow, Error> {
    let kit = game_match.kit();
    let playing = playing(game, game_match.setup());
    if plan.wishes.len() != playing.len() {
        let (given, wanted) = (plan.wishes.len(), playing.len());
        return Err(Error::Nonsense(format!("{given} seats were given, the scenario has {wanted}")));
    }
    let seat = |wish: SeatWish| match wish {
        SeatWish::Me => Ok((SeatKind::Human, String::new(), who.0.clone())),
        SeatWish::Open => Ok((SeatKind::Open, String::new(), String::new())),
        SeatWish::Same { seat } => {
            let held = |row: &&SeatRow| row.kind == SeatKind::Human && row.seat == i64::from(seat);
            let row = plan.before.iter().find(held);
            let row = row.ok_or_else(|| Error::Nonsense("nobody held that seat before".into()))?;
            Ok((SeatKind::Human, String::new(), row.person.clone()))
        }
        SeatWish::Bot { name } if shelf::is_bot(&name) => Ok((SeatKind::Bot, name, String::new())),
        SeatWish::Bot { name } => {
            let name: String = name.chars().take(40).collect();
            Err(Error::Nonsense(format!("there is no bot `{name}`; known: {}", shelf::KNOWN_BOTS.join(", "))))
        }
    };
    let mut seats = vec![(SeatKind::Absent, String::new(), String::new()); kit.seats.len()];
    for (at, wish) in playing.iter().zip(plan.wishes) {
        seats[at.index()] = seat(wish)?;
    }
    let lines: Vec<_> = (0..game_match.entries()).filter_map(|entry| game_match.line(entry)).collect();
    let awaits = game_match.awaits();
    // Rolls of a match that was begun elsewhere do not follow from our seed.
    let elsewhere = if plan.origin == Origin::Dealt { 0 } else { game_match.rolls() };
    let created = now();
    let row = MatchRow {
        id: crate::dice::hex(&crate::dice::random::<9>()),
        game: kit.id.clone(),
        setup: game_match.setup().to_string(),
        head: game_match.head(),
        dice: Making::Shared.number(),
        dice_hash: plan.secret.seed.hash(),
        dice_from: i64::try_from(elsewhere).unwrap_or(i64::MAX),
        owner: who.0.clone(),
        public: i64::from(plan.public),
        origin: plan.origin,
        created,
        awaits: awaits.seat().map_or(-1, |seat| seat.0.into()),
        outcome: outcome_of(kit, awaits),
        seq: i64::try_from(lines.len()).unwrap_or(i64::MAX),
        moved: created,
        stands: stands(game_match),
        entries: i64::try_from(lines.len()).unwrap_or(i64::MAX),
        resigned: -1,
    };
    Ok(NewMatchRow { row, secret: plan.secret, seats, part: plan.part, lines })
}

/// A line of a match file: which bot held a seat.
const SEATED_BOT: &str = "bot ";

/// Which bots held seats, as a match file of a table says.
pub(crate) struct SeatedBots(Vec<(String, String)>);

impl SeatedBots {
    pub(crate) fn read(file: &str) -> SeatedBots {
        let head = file.lines().take_while(|line| !line.starts_with("deal"));
        let bots = head.filter_map(|line| line.strip_prefix(SEATED_BOT)?.split_once(' '));
        let known = bots.filter(|(_, bot)| shelf::is_bot(bot.trim()));
        SeatedBots(known.map(|(seat, bot)| (seat.into(), bot.trim().into())).collect())
    }

    /// Whoever held a seat before holds it again: a bot that is known here, or whoever asks.
    pub(crate) fn wish(&self, short: &str) -> SeatWish {
        let bot = self.0.iter().find(|(seat, _)| seat == short);
        bot.map_or(SeatWish::Me, |(_, name)| SeatWish::Bot { name: name.clone() })
    }
}

/// What there is to say of the dice of a match.
#[derive(Clone, Debug)]
pub(crate) struct DiceRecord {
    pub(crate) parts: Vec<Part>,
    pub(crate) thrown: Thrown,
}

/// The match file with what there is to say of its dice, signed by the table.
pub(crate) fn match_file(
    game_match: &dyn LiveMatch,
    row: &MatchRow,
    secret: &Secret,
    record: &DiceRecord,
    seats: &[SeatRow],
    signer: &Signer,
) -> String {
    let text = game_match.write();
    // Behind the first lines, by which everybody knows what file it is.
    let head = text.find("\nscenario ").or_else(|| text.find("\nposition\n")).map_or(0, |at| at + 1);
    let (first, rest) = text.split_at(head);
    let mut file = format!("{first}match {}\n", row.id);
    let shared = Making::of(row.dice) == Some(Making::Shared);
    if shared {
        file += &format!("dice {}\n", row.dice);
    }
    file += &format!("dice-hash {}\n", row.dice_hash);
    for (seat, look) in seats.iter().zip(&game_match.kit().seats).filter(|(seat, _)| seat.kind == SeatKind::Bot) {
        file += &format!("{SEATED_BOT}{} {}\n", look.short, seat.bot);
    }
    if row.dice_from > 0 {
        file += &format!("dice-from {}\n", row.dice_from);
    }
    record.parts.iter().for_each(|part| file += &format!("dice-part {}\n", part.line()));
    if shared {
        record.thrown.gaps().iter().for_each(|(after, gone)| file += &format!("dice-gap {after} {gone}\n"));
    }
    if matches!(game_match.awaits(), Awaits::Over(_)) {
        // Older programs must not judge dice that they do not know.
        let key = if shared { "dice-secret" } else { "dice-seed" };
        file += &format!("{key} {}\n", secret.seed.hex());
    }
    signer.sign(&(file + rest))
}
