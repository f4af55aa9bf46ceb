//! One task per match. It owns the match, takes one message at a time, keeps what happened before it
//! tells anybody, and survives a mistake of the rules.

use crate::error::Error;
use crate::identity::Identity;
use crate::matches::{match_view, outcome_of, seat_view};
use crate::message::{
    DiceView, FromClient, MayUndo, Refused, RefusedKind, RuleCited, Said, ToClient, Told, UndoAsked, Update,
};
use crate::rooms::{House, ToRoom};
use crate::store::{ChatRow, EntryRow, SeatRow, Secret, SittingRow};
use crate::view;
use referee::{Awaits, Open, Ref, Refusal, Seat, Seeded, Viewer};
use shelf::{AnyGame, Table};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use testkit::catch;
use tokio::sync::mpsc;

/// A copy of a match and who sits at it.
pub(crate) struct Look {
    pub(crate) sitting: SittingRow,
    pub(crate) table: Box<dyn Table>,
    pub(crate) seats: Vec<SeatRow>,
    pub(crate) seq: u32,
    pub(crate) secret: Secret,
}

/// The most entries that a first update tells.
const MOST_TOLD: usize = 500;
/// Openings with more things in them are sent on demand.
const SMALL_OPENING: usize = 48;
const LONGEST_CHAT: usize = 500;
const LONGEST_NOTE: usize = 20_000;
const LONGEST_ACTION: usize = 1_000;
/// A bot that fails so often in one decision is broken.
const PATIENCE_WITH_BOTS: u32 = 3;

struct Visit {
    who: Option<Identity>,
    name: String,
    seats: Vec<Seat>,
    out: mpsc::Sender<Arc<str>>,
    greeted: bool,
}

struct Room {
    house: Arc<House>,
    door: mpsc::WeakSender<ToRoom>,
    sitting: SittingRow,
    game: Arc<dyn AnyGame>,
    table: Box<dyn Table>,
    secret: Secret,
    seats: Vec<SeatRow>,
    /// How many entries stood after each thing that happened; one for each `seq` from 1 on.
    stood: Vec<u32>,
    chat: u32,
    /// Why the match cannot go on under the rules of today.
    frozen: Option<String>,
    visits: BTreeMap<u64, Visit>,
    next_visit: u64,
    undo: Option<UndoAsked>,
    /// The `seq` a bot is thinking about.
    thinking: Option<u32>,
    bot_failures: u32,
}

/// The life of a room, from waking to sleep.
pub(crate) async fn live(
    house: Arc<House>,
    id: String,
    door: mpsc::WeakSender<ToRoom>,
    mut heard: mpsc::Receiver<ToRoom>,
) {
    let mut room = match Room::wake(Arc::clone(&house), door, &id).await {
        Ok(room) => room,
        Err(error) => {
            eprintln!("match {id}: {error}");
            return house.shut(&id, &mut heard);
        }
    };
    room.let_bots_think();
    loop {
        let alone = room.visits.is_empty() && room.thinking.is_none();
        let message = if alone {
            match tokio::time::timeout(house.settings.sleep_after, heard.recv()).await {
                Ok(message) => message,
                Err(_) if house.close(&id, &mut heard) => return,
                Err(_) => continue,
            }
        } else {
            heard.recv().await
        };
        let Some(message) = message else { return };
        if let Err(error) = room.hear(message).await {
            // What was played but not kept must not stand: begin again from what is kept.
            eprintln!("match {id}: {error}");
            room.tell_all(&ToClient::Ended { what: "something broke on our side: please connect again".into() });
            return house.shut(&id, &mut heard);
        }
    }
}

impl Room {
    async fn wake(house: Arc<House>, door: mpsc::WeakSender<ToRoom>, id: &str) -> Result<Room, Error> {
        let store = house.store.clone();
        let sitting = store.sitting(id).await?;
        let game = house.shelf.game(&sitting.game).cloned();
        let game = game.ok_or_else(|| Error::Inner(format!("there is no game `{}`", sitting.game)))?;
        let secret = store.secret(id).await?;
        let seats = store.seats(id).await?;
        let chat = store.chat(id).await?.len();
        let (table, stood, frozen) = restore(&*game, &sitting.head, &store.entries(id).await?)?;
        Ok(Room {
            door,
            sitting,
            game,
            table,
            secret,
            seats,
            stood,
            chat: small(chat),
            frozen,
            visits: BTreeMap::new(),
            next_visit: 0,
            undo: None,
            thinking: None,
            bot_failures: 0,
            house,
        })
    }

    /// An error means that the room no longer agrees with the store.
    async fn hear(&mut self, message: ToRoom) -> Result<(), Error> {
        match message {
            ToRoom::Enter { who, out, reply } => {
                let name = match &who {
                    Some(who) => self.house.store.name(who).await?,
                    None => String::new(),
                };
                self.next_visit += 1;
                let seats = self.held_by(who.as_ref());
                self.visits.insert(self.next_visit, Visit { who, name, seats, out, greeted: false });
                if reply.send(self.next_visit).is_err() {
                    self.visits.remove(&self.next_visit);
                }
            }
            ToRoom::Leave { visit } => {
                self.visits.remove(&visit);
                self.tell_table();
            }
            ToRoom::Says { visit, message } => return self.listen(visit, message).await,
            ToRoom::Decided { seq, action } => return self.bot_decided(seq, action).await,
            ToRoom::Look { reply } => {
                let look = Look {
                    sitting: self.current(),
                    table: self.table.fork(),
                    seats: self.seats.clone(),
                    seq: self.seq(),
                    secret: self.secret.clone(),
                };
                let _ = reply.send(look);
            }
            ToRoom::Seated => {
                self.seats = self.house.store.seats(&self.sitting.id).await?;
                let held: Vec<_> =
                    self.visits.iter().map(|(id, visit)| (*id, self.held_by(visit.who.as_ref()))).collect();
                for (id, seats) in held {
                    let changed = self.visits.get_mut(&id).is_some_and(|visit| {
                        let changed = visit.seats != seats;
                        visit.seats = seats;
                        changed && visit.greeted
                    });
                    if changed {
                        self.send_update(id, None);
                    }
                }
                self.tell_table();
            }
        }
        Ok(())
    }

    async fn listen(&mut self, id: u64, message: FromClient) -> Result<(), Error> {
        if !self.visits.contains_key(&id) {
            return Ok(());
        }
        match message {
            FromClient::Hello { seen } => self.greet(id, seen).await?,
            FromClient::Open { tag, seq, offer } => {
                if self.fresh(id, seq) {
                    let opened = self.quietly(id, |room, seat| room.table.open(seat, offer));
                    match opened {
                        Ok(open) => self.tell(id, &ToClient::Opened { tag, seq, offer, open: open.into() }),
                        Err(refused) => self.answer(id, tag, Err(refused)),
                    }
                }
            }
            FromClient::Ask { tag, seq, offer, pick } => {
                if self.fresh(id, seq) {
                    let answer = self.quietly(id, |room, seat| room.table.ask(seat, offer, pick.into()));
                    self.answer(id, tag, answer);
                }
            }
            FromClient::AskText { tag, text } => {
                let answer = if text.len() > LONGEST_ACTION {
                    Err(self.refused(Refusal::Unreadable(referee::Unreadable::new("that is too long for an action"))))
                } else {
                    self.quietly(id, |room, seat| room.table.ask_text(seat, &text))
                };
                self.answer(id, tag, answer);
            }
            FromClient::Play { seq, offer, pick } => {
                if self.fresh(id, seq) {
                    return self.play(id, offer, pick).await;
                }
            }
            FromClient::Undo { seq } => {
                if self.fresh(id, seq) {
                    return self.undo(id).await;
                }
            }
            FromClient::UndoAnswer { seq, agree } => {
                if self.fresh(id, seq) {
                    return self.undo_answer(id, agree).await;
                }
            }
            FromClient::Say { text } => self.say(id, &text).await?,
            FromClient::Overlay { tag, name, about } => {
                let viewer = self.viewer(&self.visits[&id].seats);
                match catch(|| self.table.overlay(viewer, &name, about.0)) {
                    Ok(refs) => {
                        let refs = refs.into_iter().map(view::Ref).collect();
                        self.tell(id, &ToClient::Overlay { tag, seq: self.seq(), name, refs });
                    }
                    Err(_) => self.tell(id, &ToClient::Error { what: "the referee is at a loss here".into() }),
                }
            }
            FromClient::Note { text } => match self.visits[&id].who.clone() {
                Some(who) if text.len() <= LONGEST_NOTE => {
                    self.house.store.keep_note(&self.sitting.id, &who, &text).await?;
                    self.tell(id, &ToClient::NoteKept);
                }
                Some(_) => self.tell(id, &ToClient::Error { what: "notes have at most 20,000 characters".into() }),
                None => self.tell(id, &ToClient::Error { what: "notes are kept for people with a name only".into() }),
            },
        }
        Ok(())
    }

    // Coming in.

    async fn greet(&mut self, id: u64, seen: Option<u32>) -> Result<(), Error> {
        let store = &self.house.store;
        self.seats = store.seats(&self.sitting.id).await?;
        let chat = store.chat(&self.sitting.id).await?;
        let who = self.visits[&id].who.clone();
        let note = match &who {
            Some(who) => store.note(&self.sitting.id, who).await?,
            None => String::new(),
        };
        let seats = self.held_by(who.as_ref());
        if let Some(visit) = self.visits.get_mut(&id) {
            visit.seats = seats;
            visit.greeted = true;
        }
        let about = match_view(&*self.game, &self.current(), &self.seats, &self.here(), who.as_ref(), &self.secret);
        let chat = chat.into_iter().map(said).collect();
        self.tell(id, &ToClient::Welcome { about: Box::new(about), chat, note });
        self.tell_table();
        self.send_update(id, seen);
        if let Some(why) = &self.frozen {
            self.tell(id, &ToClient::Error { what: format!("this match is frozen: {why}") });
        }
        Ok(())
    }

    fn held_by(&self, who: Option<&Identity>) -> Vec<Seat> {
        let held = |seat: &&SeatRow| who.is_some_and(|who| seat.kind == "human" && seat.person == who.0);
        self.seats.iter().filter(held).map(|seat| seat_of(seat.seat)).collect()
    }

    /// Seats whose people are connected, and bots.
    fn here(&self) -> Vec<u8> {
        let visited = self.visits.values().flat_map(|visit| visit.seats.iter().map(|seat| seat.0));
        let bots = self.seats.iter().filter(|seat| seat.kind == "bot").map(|seat| seat_of(seat.seat).0);
        visited.chain(bots).collect()
    }

    /// The row of the match as it stands now.
    fn current(&self) -> SittingRow {
        let awaits = self.table.awaits();
        SittingRow {
            awaits: awaits.seat().map_or(-1, |seat| seat.0.into()),
            outcome: outcome_of(self.table.kit(), awaits),
            seq: self.seq().into(),
            ..self.sitting.clone()
        }
    }

    fn seq(&self) -> u32 {
        small(self.stood.len())
    }

    // Deciding.

    /// Whether a message is about the match as it stands. If not, its sender is told how it stands.
    fn fresh(&mut self, id: u64, seq: u32) -> bool {
        let now = self.seq();
        if seq != now {
            self.tell(id, &ToClient::Stale { seq: now });
            self.send_update(id, Some(seq));
        }
        seq == now
    }

    /// The seat for which a visit speaks: the awaited one, if it is theirs.
    fn speaks_for(&self, id: u64) -> Option<Seat> {
        let seats = &self.visits[&id].seats;
        let awaited = self.table.awaits().seat();
        awaited.filter(|seat| seats.contains(seat)).or(seats.first().copied())
    }

    /// Asks the match something that changes nothing.
    fn quietly<T>(&self, id: u64, ask: impl FnOnce(&Room, Seat) -> Result<T, Refusal>) -> Result<T, Refused> {
        let Some(seat) = self.speaks_for(id) else { return Err(not_seated()) };
        match catch(|| ask(self, seat)) {
            Ok(answer) => answer.map_err(|refusal| self.refused(refusal)),
            Err(_) => Err(at_a_loss()),
        }
    }

    fn answer(&mut self, id: u64, tag: u32, answer: Result<Option<referee::Forecast>, Refused>) {
        let (lawful, forecast, refusal) = match answer {
            Ok(forecast) => (true, forecast.map(Into::into), None),
            Err(refused) => (false, None, Some(refused)),
        };
        self.tell(id, &ToClient::Answer { tag, seq: self.seq(), lawful, forecast, refusal });
    }

    async fn play(&mut self, id: u64, offer: u16, pick: view::Pick) -> Result<(), Error> {
        let Some(seat) = self.speaks_for(id) else {
            self.tell(id, &ToClient::Refused(not_seated()));
            return Ok(());
        };
        if let Some(why) = &self.frozen {
            let what = format!("this match is frozen: {why}");
            self.tell(id, &ToClient::Error { what });
            return Ok(());
        }
        let mut dice = self.dice();
        let standing = self.table.seq();
        let described = format!("offer {offer} {pick:?}");
        let played = catch(|| self.table.play(seat, standing, offer, pick.into(), &mut dice));
        match played {
            Ok(Ok(notes)) => self.keep_play(seat, notes).await,
            Ok(Err(refusal)) => {
                let refused = self.refused(refusal);
                self.tell(id, &ToClient::Refused(refused));
                Ok(())
            }
            Err(panic) => {
                self.recover(&described, &panic).await?;
                self.tell(id, &ToClient::Refused(at_a_loss()));
                Ok(())
            }
        }
    }

    /// The rules made a mistake: what happened is written down, and the match begins again from what is kept.
    async fn recover(&mut self, action: &str, panic: &str) -> Result<(), Error> {
        let entries = self.house.store.entries(&self.sitting.id).await?;
        let (table, stood, frozen) = restore(&*self.game, &self.sitting.head, &entries)?;
        (self.table, self.stood, self.frozen) = (table, stood, frozen);
        let text = format!("{}// here: {action}\n// {}\n", self.table.write(), panic.replace('\n', " "));
        let file = self.house.settings.kept.join(format!("{}-{}.match", self.sitting.id, self.seq()));
        let kept = std::fs::create_dir_all(&self.house.settings.kept).and_then(|()| std::fs::write(&file, text));
        match kept {
            Ok(()) => eprintln!("match {}: {panic}; kept in {}", self.sitting.id, file.display()),
            Err(error) => eprintln!("match {}: {panic}; not kept: {error}", self.sitting.id),
        }
        Ok(())
    }

    fn dice(&self) -> crate::dice::SecretDice {
        self.secret.seed.dice(self.table.rolled().len() as u64)
    }

    async fn keep_play(&mut self, seat: Seat, notes: referee::NotesByViewer) -> Result<(), Error> {
        let entry = self.table.seq() as usize - 1;
        let line = self.table.line(entry).ok_or_else(|| Error::Inner("what was played has no line".into()))?;
        self.keep(line).await?;
        self.undo = None;
        self.bot_failures = 0;
        let mut notes = notes;
        let public = notes.pop().unwrap_or_default();
        let over = matches!(self.table.awaits(), Awaits::Over(_));
        let action = self.table.line(entry).map(|line| action_of(&line).to_string());
        let told = |viewer: Viewer| {
            let (notes, own) = match viewer {
                Viewer::Seat(viewer) => (notes.get(viewer.index()).unwrap_or(&public), viewer == seat),
                Viewer::Public => (&public, false),
            };
            Told {
                entry: small(entry),
                seat: seat.0,
                action: action.clone().filter(|_| own || over),
                notes: notes.iter().cloned().map(Into::into).collect(),
            }
        };
        self.broadcast(small(entry), |viewer| vec![told(viewer)]);
        self.let_bots_think();
        Ok(())
    }

    /// Returns when it is safe. On failure the room must not go on.
    async fn keep(&mut self, line: String) -> Result<(), Error> {
        let awaits = self.table.awaits();
        let row = EntryRow {
            sitting: self.sitting.id.clone(),
            n: self.seq().into(),
            line,
            awaits: awaits.seat().map_or(-1, |seat| seat.0.into()),
            outcome: outcome_of(self.table.kit(), awaits),
            at: now(),
        };
        self.sitting.moved = row.at;
        self.house.store.append(row).await?;
        self.stood.push(self.table.seq());
        Ok(())
    }

    // Taking back.

    /// How many entries would stand after a take-back by these seats: their last decision and all after it.
    fn taken_back_to(&self, seats: &[Seat]) -> Option<usize> {
        let entries = self.table.seq() as usize;
        (0..entries).rev().find(|entry| self.table.decided(*entry).is_some_and(|seat| seats.contains(&seat)))
    }

    /// People at the table beside the one who holds these seats.
    fn others(&self, seats: &[Seat]) -> Vec<u8> {
        let humans = self.seats.iter().filter(|seat| seat.kind == "human" || seat.kind == "open").map(|seat| seat_of(seat.seat));
        humans.filter(|seat| !seats.contains(seat)).map(|seat| seat.0).collect()
    }

    fn may_undo(&self, seats: &[Seat]) -> MayUndo {
        let over = matches!(self.table.awaits(), Awaits::Over(_));
        if over || self.frozen.is_some() || self.taken_back_to(seats).is_none() {
            return MayUndo::No;
        }
        let free = seats.iter().any(|seat| self.table.may_undo(*seat)) || self.others(seats).is_empty();
        if free { MayUndo::Free } else { MayUndo::Ask }
    }

    async fn undo(&mut self, id: u64) -> Result<(), Error> {
        let seats = self.visits[&id].seats.clone();
        match self.may_undo(&seats) {
            MayUndo::No => {
                let why =
                    if seats.is_empty() { "you hold no seat here" } else { "there is nothing of yours to take back" };
                let refused = self.refused(Refusal::CannotUndo(why));
                self.tell(id, &ToClient::Refused(refused));
                Ok(())
            }
            MayUndo::Free => self.take_back(&seats).await,
            MayUndo::Ask => {
                let by = self.taken_back_to(&seats).and_then(|entry| self.table.decided(entry));
                let by = by.or(seats.first().copied()).map_or(0, |seat| seat.0);
                self.undo = Some(UndoAsked { seq: self.seq(), by, waiting: self.others(&seats) });
                self.tell_table();
                Ok(())
            }
        }
    }

    async fn undo_answer(&mut self, id: u64, agree: bool) -> Result<(), Error> {
        let seats = self.visits[&id].seats.clone();
        let Some(undo) = &mut self.undo else { return Ok(()) };
        let Some(answering) = seats.iter().map(|seat| seat.0).find(|seat| undo.waiting.contains(seat)) else {
            let refused = self.refused(Refusal::CannotUndo("you were not asked"));
            self.tell(id, &ToClient::Refused(refused));
            return Ok(());
        };
        if !agree {
            self.undo = None;
            self.tell_all(&ToClient::UndoDeclined { by: answering });
            self.tell_table();
            return Ok(());
        }
        undo.waiting.retain(|seat| !seats.contains(&Seat(*seat)));
        if !undo.waiting.is_empty() {
            self.tell_table();
            return Ok(());
        }
        let by = seat_of(undo.by.into());
        let person = self.seats.iter().find(|seat| seat_of(seat.seat) == by).map(|seat| seat.person.clone());
        let theirs = self.held_by(person.map(Identity).as_ref());
        self.take_back(&theirs).await
    }

    async fn take_back(&mut self, seats: &[Seat]) -> Result<(), Error> {
        let Some(entries) = self.taken_back_to(seats) else { return Ok(()) };
        match catch(|| self.table.up_to(entries)) {
            Ok(table) => self.table = table,
            Err(panic) => return self.recover("undo", &panic).await,
        }
        self.keep(format!("= {entries}")).await?;
        self.undo = None;
        self.bot_failures = 0;
        self.broadcast(small(entries), |_| vec![]);
        self.tell_table();
        self.let_bots_think();
        Ok(())
    }

    // Bots.

    fn let_bots_think(&mut self) {
        let Some(seat) = self.table.awaits().seat() else { return };
        let bot = self.seats.iter().find(|row| row.kind == "bot" && seat_of(row.seat) == seat);
        let seq = self.seq();
        let (Some(bot), None) = (bot, &self.frozen) else { return };
        if self.thinking == Some(seq) || self.bot_failures >= PATIENCE_WITH_BOTS {
            return;
        }
        // A bot that failed is given a simpler mind.
        let mind = if self.bot_failures == 0 { bot.bot.as_str() } else { "random" };
        let Ok(thought) = self.table.thought(seat, mind) else { return };
        self.thinking = Some(seq);
        let (house, door) = (Arc::clone(&self.house), self.door.clone());
        tokio::spawn(async move {
            tokio::time::sleep(house.settings.bot_delay).await;
            let Ok(_permit) = house.thinkers.acquire().await else { return };
            let think = move || catch(|| thought(&mut Seeded(u64::from_le_bytes(crate::dice::random()))));
            let action = tokio::task::spawn_blocking(think).await.unwrap_or_else(|error| Err(error.to_string()));
            if let Some(door) = door.upgrade() {
                let _ = door.send(ToRoom::Decided { seq, action }).await;
            }
        });
    }

    async fn bot_decided(&mut self, seq: u32, action: Result<String, String>) -> Result<(), Error> {
        if self.thinking == Some(seq) {
            self.thinking = None;
        }
        let (true, Some(seat)) = (seq == self.seq(), self.table.awaits().seat()) else { return Ok(()) };
        let mut dice = self.dice();
        let failed = match &action {
            Ok(action) => match catch(|| self.table.play_text(seat, action, &mut dice)) {
                Ok(Ok(notes)) => return self.keep_play(seat, notes).await,
                Ok(Err(refusal)) => refusal.to_string(),
                Err(panic) => panic,
            },
            Err(panic) => panic.clone(),
        };
        let described = format!("a bot: {}", action.as_deref().unwrap_or("no decision"));
        self.recover(&described, &failed).await?;
        self.bot_failures += 1;
        if self.bot_failures >= PATIENCE_WITH_BOTS {
            self.tell_all(&ToClient::Error { what: "the bot is at a loss; the match is kept for repair".into() });
        }
        self.let_bots_think();
        Ok(())
    }

    // Talking.

    async fn say(&mut self, id: u64, text: &str) -> Result<(), Error> {
        let text: String = text.trim().chars().filter(|c| !c.is_control()).collect();
        if text.is_empty() || text.chars().count() > LONGEST_CHAT {
            let what = format!("a line of chat has 1 to {LONGEST_CHAT} characters");
            self.tell(id, &ToClient::Error { what });
            return Ok(());
        }
        let visit = &self.visits[&id];
        if visit.who.is_none() {
            self.tell(id, &ToClient::Error { what: "nobody knows you yet: ask /api/me first".into() });
            return Ok(());
        }
        let row = ChatRow {
            n: self.chat.into(),
            seat: visit.seats.first().map_or(-1, |seat| seat.0.into()),
            name: visit.name.clone(),
            line: text,
            at: now(),
        };
        self.house.store.say(&self.sitting.id, &row).await?;
        self.chat += 1;
        self.tell_all(&ToClient::Said(said(row)));
        Ok(())
    }

    // Telling.

    fn viewer(&self, seats: &[Seat]) -> Viewer {
        viewer_of(&*self.table, seats)
    }

    fn update(&self, seats: &[Seat], told_from: u32, told: Vec<Told>) -> Update {
        let dice = DiceView {
            hash: self.sitting.dice_hash.clone(),
            seed: matches!(self.table.awaits(), Awaits::Over(_)).then(|| self.secret.seed.hex()),
        };
        let undo = self.may_undo(seats);
        build_update(&*self.table, seats, Extra { seq: self.seq(), told_from, told, undo, dice })
    }

    /// The match as it stands, and what happened since a page last saw it.
    fn send_update(&mut self, id: u64, seen: Option<u32>) {
        let seats = self.visits[&id].seats.clone();
        let entries = self.table.seq() as usize;
        let from = match seen.map(|seen| seen as usize) {
            Some(seen) if seen <= self.stood.len() => {
                let stood = |seq: usize| if seq == 0 { 0 } else { self.stood[seq - 1] as usize };
                // The least that stood since: everything before it the page still has.
                (seen..=self.stood.len()).map(stood).min().unwrap_or(0)
            }
            _ => 0,
        };
        let from = from.max(entries.saturating_sub(MOST_TOLD));
        let update = catch(|| self.update(&seats, small(from), tell_story(&*self.table, self.viewer(&seats), from)));
        match update {
            Ok(update) => self.tell(id, &ToClient::Update(Box::new(update))),
            Err(_) => self.tell(id, &ToClient::Ended { what: "the referee is at a loss here".into() }),
        }
    }

    /// Sends everybody their view, built once for each set of seats.
    fn broadcast(&mut self, told_from: u32, told: impl Fn(Viewer) -> Vec<Told>) {
        let mut built: Vec<(Vec<Seat>, Arc<str>)> = vec![];
        let mut gone = vec![];
        for (id, visit) in self.visits.iter().filter(|(_, visit)| visit.greeted) {
            let text = match built.iter().find(|(seats, _)| *seats == visit.seats) {
                Some((_, text)) => Arc::clone(text),
                None => {
                    let update = catch(|| self.update(&visit.seats, told_from, told(self.viewer(&visit.seats))));
                    let message = match update {
                        Ok(update) => ToClient::Update(Box::new(update)),
                        Err(_) => ToClient::Ended { what: "the referee is at a loss here".into() },
                    };
                    let text = write(&message);
                    built.push((visit.seats.clone(), Arc::clone(&text)));
                    text
                }
            };
            if visit.out.try_send(text).is_err() {
                gone.push(*id);
            }
        }
        self.dismiss(&gone);
    }

    fn tell(&mut self, id: u64, message: &ToClient) {
        if self.visits.get(&id).is_some_and(|visit| visit.out.try_send(write(message)).is_err()) {
            self.dismiss(&[id]);
        }
    }

    fn tell_all(&mut self, message: &ToClient) {
        let text = write(message);
        let slow = |visit: &Visit| visit.greeted && visit.out.try_send(Arc::clone(&text)).is_err();
        let gone: Vec<_> = self.visits.iter().filter(|(_, visit)| slow(visit)).map(|(id, _)| *id).collect();
        self.dismiss(&gone);
    }

    fn tell_table(&mut self) {
        let here = self.here();
        let watching = small(self.visits.values().filter(|visit| visit.greeted && visit.seats.is_empty()).count());
        let mut gone = vec![];
        for (id, visit) in self.visits.iter().filter(|(_, visit)| visit.greeted) {
            let who = visit.who.as_ref();
            let seats =
                self.seats.iter().map(|seat| seat_view(seat, &here, who, &self.sitting.owner, &self.secret)).collect();
            let message = ToClient::Table { seats, undo: self.undo.clone(), watching };
            if visit.out.try_send(write(&message)).is_err() {
                gone.push(*id);
            }
        }
        self.dismiss(&gone);
    }

    /// Whoever cannot keep up is let go; they come back with what they have seen.
    fn dismiss(&mut self, gone: &[u64]) {
        gone.iter().for_each(|id| drop(self.visits.remove(id)));
    }

    fn refused(&self, refusal: Refusal) -> Refused {
        let why = refusal.to_string();
        let plain = |kind| Refused { kind, why: why.clone(), about: view::Ref(Ref::Nothing), rule: None };
        match refusal {
            Refusal::Illegal(illegal) => {
                let entry = self.game.rules().find(illegal.rule.0);
                let rule = RuleCited {
                    id: illegal.rule.0.into(),
                    title: entry.map(|entry| entry.title.clone()).unwrap_or_default(),
                    text: entry.map(|entry| entry.text.clone()).unwrap_or_default(),
                };
                Refused {
                    kind: RefusedKind::Illegal,
                    why: illegal.why.into(),
                    about: view::Ref(illegal.about),
                    rule: Some(rule),
                }
            }
            Refusal::NotYourDecision { awaited } => {
                let look = awaited.and_then(|seat| self.table.kit().seats.get(seat.index()));
                let why = look.map_or(why.clone(), |look| format!("it is not your decision: {} is awaited", look.name));
                Refused { why, ..plain(RefusedKind::NotYourDecision) }
            }
            Refusal::NoSuchOffer { .. } => plain(RefusedKind::NoSuchOffer),
            Refusal::NotOffered | Refusal::Stale { .. } => plain(RefusedKind::NotOffered),
            Refusal::CannotUndo(_) => plain(RefusedKind::CannotUndo),
            Refusal::Unreadable(_) => plain(RefusedKind::Unreadable),
        }
    }
}

/// What an update needs beside the match itself.
pub(crate) struct Extra {
    pub(crate) seq: u32,
    pub(crate) told_from: u32,
    pub(crate) told: Vec<Told>,
    pub(crate) undo: MayUndo,
    pub(crate) dice: DiceView,
}

/// All that somebody with these seats is shown of a match.
pub(crate) fn build_update(table: &dyn Table, seats: &[Seat], extra: Extra) -> Update {
    let viewer = viewer_of(table, seats);
    let awaits = table.awaits();
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    };
    let yours = seat.is_some() && awaits.seat() == seat;
    let offers = match seat.filter(|_| yours) {
        Some(seat) => offers(table, seat),
        None => vec![],
    };
    Update {
        seq: extra.seq,
        entries: table.seq(),
        viewer: seat.map(|seat| seat.0),
        yours,
        scene: table.scene(viewer).into(),
        awaits: awaits.into(),
        offers,
        told_from: extra.told_from,
        told: extra.told,
        undo: extra.undo,
        dice: extra.dice,
    }
}

fn offers(table: &dyn Table, seat: Seat) -> Vec<view::Offer> {
    let small = |open: Option<Open>| match open? {
        Open::Some { ref of, .. } if of.len() > SMALL_OPENING => None,
        small => Some(small.into()),
    };
    let openings = table.openings(seat).into_iter().map(small);
    let offer = |(line, open): (referee::OfferLine, _)| view::Offer {
        about: view::Ref(line.about),
        label: line.label,
        text: line.text,
        open,
    };
    table.offers(seat).into_iter().zip(openings).map(offer).collect()
}

/// Through whose eyes somebody with these seats looks: the awaited seat's, if it is theirs.
pub(crate) fn viewer_of(table: &dyn Table, seats: &[Seat]) -> Viewer {
    let awaited = table.awaits().seat().filter(|seat| seats.contains(seat));
    awaited.or(seats.first().copied()).map_or(Viewer::Public, Viewer::Seat)
}

/// The log from an entry on. While the match runs, actions are told only to those who made them.
pub(crate) fn tell_story(table: &dyn Table, viewer: Viewer, from: usize) -> Vec<Told> {
    if from >= table.seq() as usize {
        return vec![];
    }
    let over = matches!(table.awaits(), Awaits::Over(_));
    let told = |(entry, told): (usize, shelf::Told)| Told {
        entry: small(entry),
        seat: told.seat.0,
        action: (over || viewer == Viewer::Seat(told.seat)).then_some(told.action),
        notes: told.notes.into_iter().map(Into::into).collect(),
    };
    table.story(viewer).into_iter().enumerate().skip(from).map(told).collect()
}

type Restored = (Box<dyn Table>, Vec<u32>, Option<String>);

/// Replays what is kept. A match that no longer fits the rules is frozen at the last line that does.
fn restore(game: &dyn AnyGame, head: &str, entries: &[EntryRow]) -> Result<Restored, Error> {
    let mut lines: Vec<&str> = vec![];
    let mut stood = vec![];
    for entry in entries {
        match entry.line.strip_prefix("= ") {
            Some(back) => lines.truncate(back.parse().map_err(|_| Error::Inner(format!("`{}`", entry.line)))?),
            None => lines.push(&entry.line),
        }
        stood.push(small(lines.len()));
    }
    let mut text = head.to_string();
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    let (table, diverged) = catch(|| game.read_as_far(&text)).map_err(Error::Inner)?;
    let table = table.ok_or_else(|| Error::Inner("the kept match cannot be read".into()))?;
    Ok((table, stood, diverged.map(|diverged| diverged.to_string())))
}

/// The action in a line of a match file.
pub(crate) fn action_of(line: &str) -> &str {
    let line = line.rsplit_once(" #").map_or(line, |(line, _)| line);
    let line = line.split_once(" !").map_or(line, |(line, _)| line);
    line.split_once(' ').map_or("", |(_, action)| action)
}

fn write(message: &ToClient) -> Arc<str> {
    serde_json::to_string(message).expect("every message can be written").into()
}

fn said(row: ChatRow) -> Said {
    Said {
        n: u32::try_from(row.n).unwrap_or(u32::MAX),
        at: row.at,
        seat: u8::try_from(row.seat).ok(),
        name: row.name,
        text: row.line,
    }
}

fn not_seated() -> Refused {
    let why = "you hold no seat in this match".into();
    Refused { kind: RefusedKind::NotYourDecision, why, about: view::Ref(Ref::Nothing), rule: None }
}

fn at_a_loss() -> Refused {
    let why = "the referee is at a loss here; nothing was changed, and the match file is kept for repair".into();
    Refused { kind: RefusedKind::AtALoss, why, about: view::Ref(Ref::Nothing), rule: None }
}

pub(crate) fn seat_of(seat: i64) -> Seat {
    Seat(u8::try_from(seat).unwrap_or(u8::MAX))
}

fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Unix milliseconds.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
