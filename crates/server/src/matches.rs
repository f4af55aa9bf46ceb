//! Opening matches: new ones, branches, uploads; and how a match is listed.

use crate::error::Error;
use crate::identity::Identity;
use crate::message::{MatchView, NewMatch, SeatKind, SeatView, SeatWish};
use crate::room::{now, seat_of};
use crate::rooms::House;
use crate::store::{NewSitting, SeatRow, Secret, SittingRow};
use referee::{Awaits, Kit, Seat, Setup};
use shelf::{AnyGame, Table};
use testkit::catch;

/// How a match ended, in a few words.
pub(crate) fn outcome_of(kit: &Kit, awaits: Awaits) -> Option<String> {
    let Awaits::Over(outcome) = awaits else { return None };
    let name = outcome.winner.and_then(|seat| kit.seats.get(seat.index())).map(|look| look.name.as_str());
    Some(name.map_or(outcome.level.into(), |name| format!("{name}: {}", outcome.level)))
}

pub(crate) fn seat_view(row: &SeatRow, here: &[u8], who: Option<&Identity>, owner: &str, secret: &Secret) -> SeatView {
    let seat = seat_of(row.seat);
    let (kind, name) = match row.kind.as_str() {
        "bot" => (SeatKind::Bot, row.bot.clone()),
        "human" => (SeatKind::Human, row.name.clone()),
        "absent" => (SeatKind::Absent, String::new()),
        _ => (SeatKind::Open, String::new()),
    };
    let invites = kind == SeatKind::Open && who.is_some_and(|who| who.0 == owner);
    SeatView {
        seat: seat.0,
        kind,
        name,
        yours: kind == SeatKind::Human && who.is_some_and(|who| who.0 == row.person),
        here: here.contains(&seat.0),
        join: invites.then(|| format!("/join/{}", secret.link(seat.index()))),
    }
}

pub(crate) fn match_view(
    game: &dyn AnyGame,
    row: &SittingRow,
    seats: &[SeatRow],
    here: &[u8],
    who: Option<&Identity>,
    secret: &Secret,
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
        awaits,
        outcome: row.outcome.clone(),
        public: row.public == 1,
        created: row.created,
        moved: row.moved,
        dice_hash: row.dice_hash.clone(),
    }
}

/// Deals a new match and keeps it. The answer is its id.
pub(crate) async fn open(house: &House, who: &Identity, new: NewMatch) -> Result<String, Error> {
    let game = house.shelf.game(&new.game).ok_or(Error::Missing("game"))?;
    let setup = Setup { scenario: new.scenario, options: new.options };
    let secret = Secret::fresh();
    let mut dice = secret.seed.dice(0);
    let table = catch(|| game.begin(&setup, &mut dice)).map_err(Error::Inner)?;
    let table = table.map_err(|unreadable| Error::Nonsense(unreadable.what))?;
    let playing = playing(&**game, &setup);
    let new = drawn_up(who, &*table, Plan { secret, dice_from: 0, playing, wishes: new.seats, public: new.public })?;
    drop(table);
    let id = new.id.clone();
    house.store.begin(new).await?;
    Ok(id)
}

/// A match that begins in the middle; its rolls so far were made elsewhere.
pub(crate) async fn resume(
    house: &House,
    who: &Identity,
    table: Box<dyn Table>,
    wishes: Vec<SeatWish>,
) -> Result<String, Error> {
    let dice_from = i64::try_from(table.rolls()).unwrap_or(i64::MAX);
    let game = house.shelf.game(&table.kit().id).ok_or(Error::Missing("game"))?;
    let playing = playing(&**game, table.setup());
    let new = drawn_up(who, &*table, Plan { secret: Secret::fresh(), dice_from, playing, wishes, public: false })?;
    drop(table);
    let id = new.id.clone();
    house.store.begin(new).await?;
    Ok(id)
}

/// Who takes part in a scenario; in a match that begins with a position, everybody.
pub(crate) fn playing(game: &dyn AnyGame, setup: &Setup) -> Vec<Seat> {
    let scenario = game.scenarios().iter().find(|scenario| scenario.id == setup.scenario);
    let all = || (0..).map(Seat).take(game.kit().seats.len()).collect();
    scenario.map_or_else(all, |scenario| scenario.seats.clone())
}

struct Plan {
    secret: Secret,
    dice_from: i64,
    playing: Vec<Seat>,
    wishes: Vec<SeatWish>,
    public: bool,
}

fn drawn_up(who: &Identity, table: &dyn Table, plan: Plan) -> Result<NewSitting, Error> {
    let kit = table.kit();
    let playing = &plan.playing;
    if plan.wishes.len() != playing.len() {
        let (given, wanted) = (plan.wishes.len(), playing.len());
        return Err(Error::Nonsense(format!("{given} seats were given, the scenario has {wanted}")));
    }
    let seat = |wish: SeatWish| match wish {
        SeatWish::Me => Ok(("human", String::new(), who.0.clone())),
        SeatWish::Open => Ok(("open", String::new(), String::new())),
        SeatWish::Bot { name } if shelf::BOTS.contains(&name.as_str()) => Ok(("bot", name, String::new())),
        SeatWish::Bot { name } => {
            let name: String = name.chars().take(40).collect();
            Err(Error::Nonsense(format!("there is no bot `{name}`; known: {}", shelf::BOTS.join(", "))))
        }
    };
    let mut seats = vec![("absent", String::new(), String::new()); kit.seats.len()];
    for (at, wish) in playing.iter().zip(plan.wishes) {
        seats[at.index()] = seat(wish)?;
    }
    let awaits = table.awaits();
    Ok(NewSitting {
        id: crate::dice::hex(&crate::dice::random::<9>()),
        game: kit.id.clone(),
        setup: table.setup().to_string(),
        head: table.head(),
        secret: plan.secret,
        dice_from: plan.dice_from,
        owner: who.clone(),
        public: plan.public,
        awaits: awaits.seat().map_or(-1, |seat| seat.0.into()),
        outcome: outcome_of(kit, awaits),
        created: now(),
        seats,
        lines: (0..table.entries()).filter_map(|entry| table.line(entry)).collect(),
    })
}

/// The match file with what there is to say of its dice.
pub(crate) fn match_file(table: &dyn Table, row: &SittingRow, secret: &Secret) -> String {
    let text = table.write();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let mut file = format!("{first}\nmatch {}\ndice-hash {}\n", row.id, row.dice_hash);
    if row.dice_from > 0 {
        file += &format!("dice-from {}\n", row.dice_from);
    }
    if matches!(table.awaits(), Awaits::Over(_)) {
        file += &format!("dice-seed {}\n", secret.seed.hex());
    }
    file + rest
}
