//! The table is killed at random moments of bot games: whatever it had told anybody is there afterwards.

#[allow(dead_code, reason = "shared with the tests of the server")]
#[path = "../../server/tests/table/common.rs"]
mod common;

use common::{Line, Person};
use referee::{Dice, Seeded};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const KILLS: usize = 50;

struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(db: &Path) -> (Killed, std::net::SocketAddr) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rhine"));
    command.args(["--port", "0", "--bot-delay", "1", "--no-limits", "--db"]).arg(db);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let out = child.stdout.take().expect("it speaks");
    let killed = Killed(child);
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).expect("it says where");
    let address = line.trim().strip_prefix("listening on http://").expect("one address").parse().expect("an address");
    (killed, address)
}

#[test]
fn whatever_was_told_is_there_after_a_kill() {
    let dir = tempfile::tempdir().expect("a folder");
    let db = dir.path().join("table.sqlite");
    let (mut table, address) = start(&db);
    let mut ada = Person::new(address, "Ada");
    let mut dice = Seeded(50);
    let open = |ada: &Person, game, scenario| {
        let bots = json!([{ "kind": "bot", "name": "random" }, { "kind": "bot", "name": "random" }]);
        ada.open(game, scenario, &bots)["id"].as_str().expect("an id").to_string()
    };
    let mut ids = [open(&ada, "ford", "dusk"), open(&ada, "hurtgen-forest", "historical")];
    let mut told = [0u64; 2];
    let (mut kills, mut grown) = (0, 0);
    while kills < KILLS {
        // Watch for a random while, and remember the last that was told.
        let mut lines = [ada.connect(&ids[0]), ada.connect(&ids[1])];
        lines.iter_mut().for_each(|line| drop(line.hello(None)));
        for (line, told) in lines.iter().zip(&mut told) {
            assert!(line.seq() >= *told, "{} was told, {} is there", told, line.seq());
            grown += line.seq() - *told;
        }
        let end = Instant::now() + Duration::from_millis(5 + u64::from(dice.pick(60)));
        while Instant::now() < end && !lines.iter().all(Line::over) {
            for line in lines.iter_mut().filter(|line| !line.over()) {
                line.until("update");
            }
        }
        drop(table);
        kills += 1;
        told = [lines[0].seq(), lines[1].seq()];
        let seen = [lines[0].update.clone(), lines[1].update.clone()];
        let address;
        (table, address) = start(&db);
        ada = ada.at(address);
        for (id, seen) in ids.iter().zip(&seen) {
            compare(&ada, id, seen);
        }
        for (n, (game, scenario)) in [("ford", "dusk"), ("hurtgen-forest", "historical")].into_iter().enumerate() {
            if seen[n]["awaits"]["kind"] == "over" {
                ids[n] = open(&ada, game, scenario);
                told[n] = 0;
            }
        }
    }
    assert!(grown > 0, "play goes on after a kill");
}

/// The kept match stands, at the entry last told, exactly as it was told.
fn compare(ada: &Person, id: &str, seen: &Value) {
    let then = ada.get(&format!("/api/matches/{id}/at/{}", seen["entries"]));
    assert_eq!(then.status, 200, "{}", then.text());
    assert_eq!(then.json()["scene"], seen["scene"]);
    assert_eq!(then.json()["awaits"], seen["awaits"]);
    // Every line of the file carries the fingerprint of its state; reading it compares them all.
    let file = ada.get(&format!("/api/matches/{id}/file")).text();
    let shelf = shelf::Shelf::open(None).expect("games");
    let game = file.lines().find_map(|line| line.strip_prefix("game ")).expect("a game");
    let diverged = shelf.game(game).expect("on the shelf").replay(&file).stopped;
    assert_eq!(diverged, None);
}
