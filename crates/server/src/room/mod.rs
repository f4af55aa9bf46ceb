//! One task per match. It owns the match, takes one message at a time, keeps what happened before it
//! tells anybody, and survives a mistake of the rules.

mod bots;
mod chat;
mod dice;
mod foresight;
mod message;
mod play;
mod send;
mod sketch;
pub(crate) mod story;
mod undo;

use crate::error::Error;
use crate::identity::Identity;
use crate::limits::Bucket;
use crate::matches::{DiceRecord, outcome_of, resignation, stands};
use crate::message::{Pace, SeatKind, SketchMark, ToClient, UndoAsked};
use crate::rooms::{Newcomer, Rooms, ToRoom, ToSocket};
use crate::store::{ChatRow, MatchRow, SeatRow, Secret};
use referee::Seat;
use shelf::{AnyGame, LiveMatch};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use story::{Restored, restore};
use tokio::sync::oneshot::error::RecvError;
use tokio::sync::{Notify, mpsc, oneshot};

/// A copy of a match and who sits at it. It is made once for each `seq`, and shared by all who ask.
pub(crate) struct Snapshot {
    pub(crate) row: MatchRow,
    game_match: Mutex<Box<dyn LiveMatch>>,
    pub(crate) entries: usize,
    pub(crate) over: bool,
    pub(crate) seats: Vec<SeatRow>,
    pub(crate) seq: u32,
    pub(crate) secret: Secret,
    pub(crate) dice: DiceRecord,
}

impl Snapshot {
    pub(crate) fn game_match(&self) -> MutexGuard<'_, Box<dyn LiveMatch>> {
        self.game_match.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The most entries that a first update tells.
const MOST_TOLD: usize = 500;
/// The most lines of chat that a welcome brings.
const MOST_CHAT: usize = 200;
/// Openings with more things in them are sent on demand.
const SMALL_OPENING: usize = 48;
const LONGEST_CHAT: usize = 500;
const LONGEST_NOTE: usize = 20_000;
const LONGEST_ACTION: usize = 1_000;
/// A bot that fails so often in one decision is broken.
const PATIENCE_WITH_BOTS: u32 = 3;

/// Somebody who is connected.
struct Connection {
    who: Option<Identity>,
    name: String,
    note: String,
    seats: Vec<Seat>,
    pace: Pace,
    /// What they have drawn on the map for the others.
    sketch: Vec<SketchMark>,
    out: mpsc::Sender<ToSocket>,
    dismissed: oneshot::Sender<()>,
    greeted: bool,
}

impl Connection {
    /// Whether it could still take something.
    fn send(&self, text: &Arc<str>, seq: Option<u32>) -> bool {
        self.out.try_send(ToSocket { text: Arc::clone(text), seq }).is_ok()
    }
}

struct Room {
    rooms: Arc<Rooms>,
    sender: mpsc::WeakSender<ToRoom>,
    row: MatchRow,
    game: Arc<dyn AnyGame>,
    game_match: Box<dyn LiveMatch>,
    secret: Secret,
    dice: DiceRecord,
    seats: Vec<SeatRow>,
    /// How many entries stood after each thing that happened; one for each `seq` from 1 on.
    entries_after: Vec<u32>,
    /// The last lines of chat.
    chat: Vec<ChatRow>,
    /// How much spectators and players may still say.
    talk: [Bucket; 2],
    /// Why the match cannot go on under the rules of today.
    frozen: Option<String>,
    connections: BTreeMap<u64, Connection>,
    next_connection: u64,
    /// Somebody came, went or sat down, and not everybody knows it yet.
    table_changed: bool,
    undo: Option<UndoAsked>,
    /// The `seq` a bot is thinking about.
    thinking: Option<u32>,
    /// Ends the pause of a bot before its time.
    hurry: Arc<Notify>,
    bot_failures: u32,
    /// What bots have played at once and nobody was told yet.
    untold: Vec<play::Played>,
    /// When somebody was last told of a decision.
    told_at: Instant,
    /// Bots by seat, with their plans.
    minds: BTreeMap<u8, shelf::Mind>,
    /// Where the match is played again.
    again: Option<ToClient>,
    /// What bots are playing on a copy.
    stretch: Option<play::Stretch>,
    /// What is not kept yet: while there is something, play stands still.
    pending: Option<play::Pending>,
    /// Updates as they were last sent, by seats and by the first entry that is told. Good for one `seq`.
    updates: Vec<(Vec<Seat>, usize, Arc<str>)>,
    snapshot: Option<Arc<Snapshot>>,
}

/// The life of a room, from waking to sleep.
pub(crate) async fn run(
    rooms: Arc<Rooms>,
    id: String,
    sender: mpsc::WeakSender<ToRoom>,
    mut inbox: mpsc::Receiver<ToRoom>,
) {
    let mut room = match Room::wake(Arc::clone(&rooms), sender, &id).await {
        Ok(room) => room,
        Err(error) => {
            tracing::error!(match_id = id, "the match cannot be opened: {error}");
            return rooms.close(&id, &mut inbox);
        }
    };
    room.start_bot();
    loop {
        if room.table_changed && inbox.is_empty() {
            room.send_table();
        }
        let alone = room.connections.is_empty() && room.thinking.is_none() && room.pending.is_none();
        // Whoever waits for a bot that takes its time hears meanwhile what was played before.
        let between = if room.stretch.is_some() { play::TELL_EVERY } else { Duration::MAX };
        let waits = if alone { rooms.settings.sleep_after } else { between };
        let done = tokio::select! {
            kept = kept(&mut room.pending) => room.settle(kept),
            message = tokio::time::timeout(waits, inbox.recv()) => match message {
                Ok(Some(message)) => room.handle(message).await,
                Ok(None) => return,
                Err(_) if room.stretch.is_some() => room.end_stretch().await,
                Err(_) if rooms.close_if_idle(&id, &mut inbox) => return,
                Err(_) => continue,
            },
        };
        match done {
            Ok(()) => {}
            // The store could not be asked; nothing has changed, and what is pending waits.
            Err(error @ (Error::Store(_) | Error::Unwritable(_))) => tracing::warn!(match_id = id, "{error}"),
            Err(error) => {
                // What was played but not kept must not stand: everybody begins again from what is kept.
                tracing::error!(match_id = id, "the room is started again: {error}");
                return rooms.close(&id, &mut inbox);
            }
        }
    }
}

/// Waits for what is pending; for ever if nothing is.
async fn kept(pending: &mut Option<play::Pending>) -> Result<Result<bool, Error>, RecvError> {
    match pending {
        Some(pending) => (&mut pending.kept).await,
        None => std::future::pending().await,
    }
}

impl Room {
    async fn wake(rooms: Arc<Rooms>, sender: mpsc::WeakSender<ToRoom>, id: &str) -> Result<Room, Error> {
        let store = rooms.store.clone();
        let row = store.match_row(id).await?;
        let game = rooms.shelf.game(&row.game).cloned();
        let game = game.ok_or_else(|| Error::Inner(format!("there is no game `{}`", row.game)))?;
        let secret = store.secret(id).await?;
        let (seats, chat) = (store.seats(id).await?, store.chat(id, MOST_CHAT).await?);
        let parts = store.parts(id).await?;
        let (head, lines, replayed_by) = (row.head.clone(), store.lines(id).await?, Arc::clone(&game));
        let restored = rooms.off_thread(move || restore(&*replayed_by, &head, &lines)).await??;
        let Restored { game_match, entries_after, thrown, mut frozen } = restored;
        if secret.seed.hash() != row.dice_hash {
            frozen = Some("the kept seed of its dice is not the one that was promised".into());
        }
        Ok(Room {
            sender,
            row,
            game,
            game_match,
            secret,
            dice: DiceRecord { parts, thrown },
            seats,
            entries_after,
            chat,
            talk: [Bucket::new(rooms.settings.limits.talk), Bucket::new(rooms.settings.limits.talk)],
            frozen,
            connections: BTreeMap::new(),
            next_connection: 0,
            table_changed: false,
            undo: None,
            thinking: None,
            hurry: Arc::default(),
            bot_failures: 0,
            untold: vec![],
            told_at: Instant::now(),
            minds: BTreeMap::new(),
            again: None,
            stretch: None,
            pending: None,
            updates: vec![],
            snapshot: None,
            rooms,
        })
    }

    /// An error means that the room no longer agrees with the store, unless it says that the store was away.
    async fn handle(&mut self, message: ToRoom) -> Result<(), Error> {
        // Whoever asks is answered by what is kept, and by all of it.
        if !matches!(message, ToRoom::Decided { .. }) {
            self.end_stretch().await?;
        }
        match message {
            ToRoom::Enter { newcomer, reply } => {
                let entered = self.enter(newcomer);
                let id = entered.as_ref().ok().copied();
                if let (Err(_), Some(id)) = (reply.send(entered), id) {
                    self.connections.remove(&id);
                }
            }
            ToRoom::Leave { connection } => {
                let left = self.connections.remove(&connection);
                self.table_changed |= left.as_ref().is_some_and(|left| left.greeted);
                if let Some(left) = left.filter(|left| !left.sketch.is_empty()) {
                    self.show_sketch(connection, &left.name, !left.seats.is_empty(), vec![]);
                }
            }
            ToRoom::Message { connection, message } => {
                let done = self.message(connection, message).await;
                if let Err(error @ (Error::Store(_) | Error::Unwritable(_))) = &done {
                    self.send_error(connection, &error.to_string());
                }
                return done;
            }
            ToRoom::Decided { seq, action } => return self.bot_decided(seq, action).await,
            ToRoom::Snapshot { reply } => drop(reply.send(self.snapshot())),
            ToRoom::Seated { seat, who, name } => self.seated(seat, &who, name),
            ToRoom::Again { id, by } => {
                let again = ToClient::Again { id, by };
                self.send_all(&again);
                self.again = Some(again);
            }
            ToRoom::Gone => {
                self.send_all(&ToClient::Ended { what: "This match has been deleted.".into() });
                return Err(Error::Missing("match"));
            }
        }
        Ok(())
    }

    // Coming in.

    fn enter(&mut self, newcomer: Newcomer) -> Result<u64, Error> {
        let Newcomer { who, name, note, out, dismissed } = newcomer;
        let seats = self.held_by(who.as_ref());
        let watching = self.connections.values().filter(|other| other.seats.is_empty()).count();
        if seats.is_empty() && watching >= self.rooms.settings.limits.spectators {
            return Err(Error::Crowded("too many people are watching this match; please try again later"));
        }
        // They may have a new name since the room woke.
        for seat in self.seats.iter_mut().filter(|seat| who.as_ref().is_some_and(|who| seat.is_held_by(who))) {
            seat.name.clone_from(&name);
        }
        self.next_connection += 1;
        let connection = Connection {
            who,
            name,
            note,
            seats,
            pace: Pace::default(),
            sketch: vec![],
            out,
            dismissed,
            greeted: false,
        };
        self.connections.insert(self.next_connection, connection);
        Ok(self.next_connection)
    }

    fn seated(&mut self, seat: i64, who: &Identity, name: String) {
        if let Some(row) = self.seats.iter_mut().find(|row| row.seat == seat) {
            row.kind = SeatKind::Human;
            row.person.clone_from(&who.0);
            row.name = name;
        }
        self.forget_views();
        let held: Vec<_> =
            self.connections.iter().map(|(id, connection)| (*id, self.held_by(connection.who.as_ref()))).collect();
        for (id, seats) in held {
            let Some(connection) = self.connections.get_mut(&id) else { continue };
            let changed = connection.seats != seats && connection.greeted;
            connection.seats = seats;
            if changed {
                self.send_update(id, None);
            }
        }
        self.table_changed = true;
    }

    fn held_by(&self, who: Option<&Identity>) -> Vec<Seat> {
        let held = |seat: &&SeatRow| who.is_some_and(|who| seat.is_held_by(who));
        self.seats.iter().filter(held).map(|seat| seat_of(seat.seat)).collect()
    }

    /// Seats whose people are connected, and bots.
    fn here(&self) -> Vec<u8> {
        let connected = self.connections.values().flat_map(|connection| connection.seats.iter().map(|seat| seat.0));
        let bots = self.seats.iter().filter(|seat| seat.kind == SeatKind::Bot).map(|seat| seat_of(seat.seat).0);
        connected.chain(bots).collect()
    }

    // How it stands.

    /// The row of the match as it stands now.
    fn current(&self) -> MatchRow {
        let awaits = self.game_match.awaits();
        let resigned = self.resigned();
        let given_up = resigned.map(|seat| resignation(self.game_match.kit(), &self.seats, seat).1);
        MatchRow {
            awaits: awaits.seat().filter(|_| resigned.is_none()).map_or(-1, |seat| seat.0.into()),
            outcome: given_up.or_else(|| outcome_of(self.game_match.kit(), awaits)),
            stands: stands(&*self.game_match),
            entries: small(self.game_match.entries()).into(),
            seq: self.seq().into(),
            ..self.row.clone()
        }
    }

    fn seq(&self) -> u32 {
        small(self.entries_after.len())
    }

    /// The `seq` of what bots have played on a copy as well.
    fn seq_ahead(&self) -> u32 {
        self.seq() + small(self.stretch.as_ref().map_or(0, play::Stretch::len))
    }

    /// The match with what bots have played on a copy: only for those who play on from there.
    fn ahead(&self) -> &dyn LiveMatch {
        self.stretch.as_ref().map_or(&*self.game_match, |stretch| &*stretch.game_match)
    }

    fn snapshot(&mut self) -> Arc<Snapshot> {
        if let Some(snapshot) = &self.snapshot {
            return Arc::clone(snapshot);
        }
        let snapshot = Arc::new(Snapshot {
            row: self.current(),
            entries: self.game_match.entries(),
            over: self.resigned().is_some() || self.game_match.awaits().seat().is_none(),
            game_match: Mutex::new(self.game_match.fork()),
            seats: self.seats.clone(),
            seq: self.seq(),
            secret: self.secret.clone(),
            dice: self.dice.clone(),
        });
        self.snapshot = Some(Arc::clone(&snapshot));
        snapshot
    }

    /// Something has changed: what was drawn of the match is old.
    fn forget_views(&mut self) {
        self.updates.clear();
        self.snapshot = None;
    }
}

pub(crate) fn seat_of(seat: i64) -> Seat {
    Seat(u8::try_from(seat).unwrap_or(u8::MAX))
}

pub(crate) fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Unix milliseconds.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
