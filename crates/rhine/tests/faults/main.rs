//! Faults at random moments of running matches: a full disk, write errors, sync errors, kill -9, power cuts,
//! a database that goes away and comes back. Whatever was acknowledged is there afterwards, and nobody has to
//! start the table again.
//!
//! A few trials run with the other tests; `cargo xtask faults 500` runs as many as you like (`RHINE_TRIALS`)
//! and prints what it counted. `RHINE_BINARY` tries another build.

#[allow(dead_code, reason = "shared with the tests of the server")]
#[path = "../../../server/tests/table/common.rs"]
mod common;
mod disk;
mod people;
#[allow(dead_code, reason = "shared with the tests of the server")]
#[path = "../../../server/tests/table/postgres.rs"]
mod postgres;
mod table;

use common::{Line, Person};
use disk::{Disk, Fault};
use people::{Player, Told};
use postgres::Postgres;
use referee::{Dice, Seeded};
use serde_json::json;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use table::start;

/// What goes wrong in a trial.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Trial {
    Disk(Fault),
    /// Of the table.
    Kill,
    PowerCut,
    /// The database ends at once, and is started again.
    Away,
    /// The database is there and says nothing.
    Silent,
}

const DATABASE_TRIALS: [Trial; 3] = [Trial::Away, Trial::Silent, Trial::Kill];
const DISK_TRIALS: [Trial; 5] = [
    Trial::Disk(Fault::Full),
    Trial::Disk(Fault::WriteError),
    Trial::Disk(Fault::SyncError),
    Trial::Kill,
    Trial::PowerCut,
];

/// A match has to go on by itself in this time once the fault is over.
const GOES_ON_WITHIN: Duration = Duration::from_secs(60);

#[derive(Default, Debug)]
struct Count {
    trials: usize,
    acknowledged: u64,
    lost: u64,
    differ: u64,
    stuck: u64,
}

fn trials(usual: usize) -> usize {
    std::env::var("RHINE_TRIALS").map_or(usual, |n| n.parse().expect("RHINE_TRIALS is a number"))
}

fn open(person: &Person, n: usize) -> Told {
    let (me, bot) = (json!({ "kind": "me" }), json!({ "kind": "bot", "name": "random" }));
    let (game, scenario, seats) = match n % 3 {
        0 => ("ford", "dusk", json!([me, me])),
        1 => ("hurtgen-forest", "historical", json!([me, me])),
        _ => ("ford", "dusk", json!([me, bot])),
    };
    let id = person.open(game, scenario, &seats)["id"].as_str().expect("an id").to_string();
    Told { id, ..Told::default() }
}

#[test]
fn nothing_acknowledged_is_lost_on_a_failing_disk() {
    let dir = tempfile::tempdir().expect("a folder");
    let db = dir.path().join("table.sqlite");
    let store = Store { db: db.display().to_string(), disk: Some(Disk::new(dir.path())), postgres: None };
    try_often("sqlite", store, &DISK_TRIALS, trials(15));
}

#[test]
fn nothing_acknowledged_is_lost_when_the_database_goes_away() {
    let Some(postgres) = Postgres::start() else { return };
    let store = Store { db: postgres.url(), disk: None, postgres: Some(postgres) };
    try_often("postgres", store, &DATABASE_TRIALS, trials(6));
}

/// Where a table keeps what it is told, and how that can be made to fail.
struct Store {
    db: String,
    disk: Option<Disk>,
    postgres: Option<Postgres>,
}

impl Store {
    /// Whether the fault is over, and the table is to go on by itself.
    fn fail(&mut self, trial: Trial, dice: &mut Seeded, long: bool) -> bool {
        // Now and then long enough for players to be told.
        let most = if long { 2_500 } else { 900 };
        match (trial, &self.disk, &mut self.postgres) {
            (Trial::Disk(fault), Some(disk), _) => {
                disk.set(fault);
                wait(dice, 20, most);
                disk.set(Fault::None);
            }
            (Trial::Away, _, Some(postgres)) => {
                postgres.stop();
                wait(dice, 20, most);
                postgres.go_on();
            }
            (Trial::Silent, _, Some(postgres)) => {
                postgres.freeze(true);
                wait(dice, 20, most);
                postgres.freeze(false);
            }
            _ => return false,
        }
        true
    }
}

fn try_often(name: &str, mut store: Store, kinds: &[Trial], trials: usize) {
    let mut count = Count::default();
    let mut dice = Seeded(1944);
    let (mut table, mut address) = start(&store.db, store.disk.as_ref());
    let mut ada = Person::new(address, "Ada");
    let mut told: Vec<Told> = (0..4).map(|n| open(&ada, n)).collect();
    for n in 0..trials {
        let trial = kinds[n % kinds.len()];
        let seed = u64::from(dice.pick(u16::MAX));
        let players: Vec<_> =
            told.drain(..).zip(0..).map(|(told, k)| Player::sit_down(&ada, told, seed * 8 + k)).collect();
        wait(&mut dice, 20, 400);
        if store.fail(trial, &mut dice, n % 15 < 3) {
            let since = Instant::now();
            let stuck = players.iter().filter(|player| !goes_on(player, since)).collect::<Vec<_>>();
            count.stuck += stuck.len() as u64;
            for player in stuck {
                println!("{trial:?}: a match does not go on by itself; {:?}", player.heard().last());
            }
            players.iter().for_each(Player::stop);
        }
        // Whatever the trial was: what counts is what another process finds.
        drop(table);
        told = players.into_iter().map(Player::stand_up).collect();
        if trial == Trial::PowerCut {
            disk::cut_power(Path::new(&store.db));
        }
        (table, address) = start(&store.db, store.disk.as_ref());
        ada = ada.at(address);
        judge(&ada, &mut told, &mut count, &format!("{trial:?}"));
        count.trials += 1;
        for (k, told) in told.iter_mut().enumerate() {
            if told.id.is_empty() || told.update["awaits"]["kind"] == "over" {
                *told = open(&ada, k);
            }
        }
    }
    drop(table);
    println!("{name}: {count:?}");
    assert_eq!((count.lost, count.differ, count.stuck), (0, 0, 0), "{count:?}");
    assert!(count.acknowledged > 10, "{count:?}");
}

fn wait(dice: &mut Seeded, least: u16, most: u16) {
    std::thread::sleep(Duration::from_millis(u64::from(least + dice.pick(most - least))));
}

/// Whether something is acknowledged again.
fn goes_on(player: &Player, since: Instant) -> bool {
    let before = player.seq.load(Ordering::Relaxed);
    while since.elapsed() < GOES_ON_WITHIN {
        if player.is_done() || player.seq.load(Ordering::Relaxed) > before {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    false
}

/// Compares what people were told with what is kept.
fn judge(ada: &Person, told: &mut [Told], count: &mut Count, trial: &str) {
    for told in told {
        count.acknowledged += std::mem::take(&mut told.acknowledged);
        let Some(found) = look(ada, &told.id) else {
            println!("{trial}: match {} is gone, or frozen", told.id);
            count.lost += 1;
            told.id.clear();
            continue;
        };
        let (seq, said) = found;
        if seq < told.seq() || said < told.said {
            println!("{trial}: {} of {} kept, {said} of {} said", seq, told.seq(), told.said);
            count.lost += told.seq().saturating_sub(seq) + told.said.saturating_sub(said);
            told.id.clear();
            continue;
        }
        if !told.update.is_null() && !told.taking_back {
            let then = ada.get(&format!("/api/matches/{}/at/{}", told.id, told.update["entries"]));
            if then.status != 200 || then.json()["scene"] != told.update["scene"] {
                println!("{trial}: match {} stands otherwise than was told: {} and {seq}", told.id, told.seq());
                count.differ += 1;
                told.id.clear();
            }
        }
    }
}

/// How much of a match is there: `seq`, and lines of chat.
fn look(ada: &Person, id: &str) -> Option<(u64, u64)> {
    let origin = format!("http://{}", ada.address);
    let mut line = Line::try_connect(ada.address, id, Some(&ada.cookie), &origin).ok()?;
    line.send(&json!({ "type": "hello", "seen": null }));
    let mut said = 0;
    loop {
        let message = line.next()?;
        match message["type"].as_str()? {
            "welcome" => {
                let last = message["chat"].as_array()?.last().map(|said| said["n"].as_u64().unwrap_or(0) + 1);
                said = last.unwrap_or(0);
            }
            "update" => return Some((message["seq"].as_u64()?, said)),
            "ended" => return None,
            _ => {}
        }
    }
}

/// Acknowledged means on the disk: a sync lies between any two acknowledgements to one person.
#[test]
fn every_acknowledgement_was_synced() {
    let dir = tempfile::tempdir().expect("a folder");
    let disk = Disk::new(dir.path());
    let db = dir.path().join("table.sqlite");
    let (_table, address) = start(&db.display().to_string(), Some(&disk));
    let ada = Person::new(address, "Ada");
    let told = open(&ada, 1);
    let mut line = ada.connect(&told.id);
    line.hello(None);
    let mut dice = Seeded(4);
    for _ in 0..30 {
        let before = disk.syncs();
        line.play(&mut dice);
        assert!(disk.syncs() > before, "acknowledged, and nothing was synced");
    }
}

/// While nothing can be written, everybody is told so, nothing is shown that is not kept, and questions are
/// still answered; afterwards play goes on by itself.
#[test]
fn play_stands_still_while_nothing_can_be_kept() {
    let dir = tempfile::tempdir().expect("a folder");
    let disk = Disk::new(dir.path());
    let db = dir.path().join("table.sqlite");
    let (_table, address) = start(&db.display().to_string(), Some(&disk));
    let ada = Person::new(address, "Ada");
    let told = open(&ada, 1);
    let mut line = ada.connect(&told.id);
    line.hello(None);
    let mut dice = Seeded(4);
    line.play(&mut dice);
    let (offer, pick) = line.choose(&mut dice);
    let (seq, scene) = (line.seq(), line.update["scene"].clone());
    let play = json!({ "type": "play", "seq": seq, "offer": offer, "pick": pick });
    disk.set(Fault::Full);
    line.send(&play);
    let what = line.until("standstill")["what"].clone();
    assert!(what.as_str().expect("a sentence").contains("the disk is full"), "{what}");
    // Whoever comes now sees the match as it is kept, and is told as well.
    let mut other = ada.connect(&told.id);
    other.hello(None);
    assert_eq!((other.seq(), &other.update["scene"]), (seq, &scene));
    assert!(other.until("standstill")["what"].is_string());
    line.send(&play);
    assert!(line.until("error")["what"].as_str().expect("a sentence").contains("stands still"));
    line.send(&json!({ "type": "say", "text": "hello?" }));
    assert!(line.until("error")["what"].as_str().expect("a sentence").contains("the disk is full"));
    let bots = json!([{ "kind": "me" }, { "kind": "me" }]);
    let refused = ada.post("/api/matches", &json!({ "game": "ford", "scenario": "dusk", "seats": bots }));
    assert_eq!(refused.status, 503, "{}", refused.text());
    disk.set(Fault::None);
    for line in [&mut line, &mut other] {
        assert!(line.until("standstill")["what"].is_null());
        line.reach(seq + 1);
    }
    line.play(&mut dice);
    open(&ada, 0);
}
