//! Who points at something about which nothing is offered is told why, with the number of a rule.

use referee::{Awaits, Game, Piece, Ref, Seeded, Setup};
use road_to_the_rhine::components::load;
use road_to_the_rhine::{RoadToTheRhine, State, files};

struct Table {
    game: RoadToTheRhine,
    state: State,
}

impl Table {
    fn at(position: &str) -> Table {
        let game = RoadToTheRhine::new(&files()).expect("the embedded files are sound");
        let state = game.read_position(&position.replace(", ", "\n")).unwrap_or_else(|no| panic!("{no}\n{position}"));
        Table { game, state }
    }

    fn piece(name: &str) -> Ref {
        let units = load(&files()).expect("the embedded files are sound").units;
        let number = units.iter().position(|unit| unit.name == name).expect("a unit of the game");
        Ref::Piece(Piece(u16::try_from(number).expect("few units")))
    }

    fn why(&self, about: Ref) -> Option<&'static str> {
        self.game.why_not(&self.state, about).map(|refusal| refusal.rule.0)
    }

    #[track_caller]
    fn unit(&self, name: &str, rule: Option<&str>) {
        assert_eq!(self.why(Table::piece(name)), rule, "{name}");
    }

    #[track_caller]
    fn hex(&self, name: &str, rule: Option<&str>) {
        let spot = self.game.kit().spots.iter().position(|spot| spot.name == name).expect("a hex");
        let about = Ref::Spot(referee::Spot(u16::try_from(spot).expect("few spots")));
        assert_eq!(self.why(about), rule, "{name}");
    }
}

#[test]
fn who_cannot_move() {
    let table = Table::at(
        "turn oct-2, AL US1 at N1818 supplied, AL US30 at N1517 finished, AL US2 at N1518 finished spent 2 began N1519, \
         AL US9 at waiting, GE 26VG at N2318, AL 97W at N1125, AL to move",
    );
    table.unit("US1", None);
    table.unit("US30", Some("4.f"));
    table.unit("US2", Some("7.d"));
    table.unit("US9", Some("23.C.a"));
    table.unit("26VG", Some("7.a"));
    table.unit("97W", Some("7.a"));
    table.unit("US4", Some("7.a"));
    table.hex("N1517", Some("4.f"));
    table.hex("N1818", None);
    assert_eq!(table.why(Ref::Nothing), None, "movement can be ended");
}

#[test]
fn who_is_shut_in() {
    // Two neighbours are German, the other four are in their zones, and so is the unit.
    let table = Table::at(
        "turn oct-2, AL US1 at N0624 supplied, GE 26VG at N0623, GE 18VG at N0625, AL US30 at N1517 supplied, AL to move",
    );
    table.unit("US1", Some("2.e"));
}

#[test]
fn who_cannot_attack() {
    let table = Table::at(
        "turn oct-2, AL US1 at N1818 supplied, AL US30 at N1517 supplied, AL US82 at england, GE 26VG at N1918, \
         GE 18VG at N2318, AL to declare",
    );
    table.unit("US1", None);
    table.unit("US30", Some("11.c"));
    table.unit("US82", Some("21.A.5.b"));
    table.unit("26VG", None);
    table.unit("18VG", Some("11.c"));
    table.hex("N2318", Some("11.c"));
    table.hex("N0525", Some("11.a"));
}

#[test]
fn other_questions() {
    let supply = Table::at(
        "turn oct-2, AL US1 at N1818 supplied, GE 26VG at N2318, GE Lehr at N2420, GE 2Pz at N2421 supplied, GE to prepare",
    );
    supply.unit("26VG", Some("5.D.1.a"));
    supply.unit("2Pz", Some("5.D.1.c"));
    supply.unit("Lehr", Some("5.D.1.b"));
    let reserves = Table::at(
        "turn oct-2, AL US1 at N1818 supplied, AL US30 at N1517 supplied, AL US9 at N1519, GE 26VG at N1918, AL to reserve",
    );
    reserves.unit("US1", Some("9.A.a"));
    reserves.unit("US30", None);
    reserves.unit("US9", Some("9.A.d"));
    let air = Table::at(
        "turn oct-2, AL US1 at N1818 supplied, AL 97W at N1125, AL 98W at N0414 ready, GE 26VG at N1918, \
         declared N1918 with US1, AL to fly",
    );
    air.unit("97W", Some("5.D.2.b"));
    air.hex("N2318", Some("10.A.1.c"));
    let game = RoadToTheRhine::new(&files()).expect("the embedded files are sound");
    let setup = Setup::read("bulge").expect("a setup");
    let state = game.start(&setup, &mut referee::Referee::silent(&mut Seeded(1)));
    let set_up = Table { game, state };
    assert_eq!(set_up.why(Ref::Nothing), Some("30.C.a"));
    set_up.unit("US1", Some("30.C.a"));
}

/// Whatever anybody points at in a random game: no panic, and every number is a rule.
#[test]
fn every_answer_cites_a_rule() {
    let game = RoadToTheRhine::new(&files()).expect("the embedded files are sound");
    let mut answers = 0;
    for (seed, text) in (1..).zip(["market-garden +placed", "bulge +placed", "campaign +placed"]) {
        let setup = Setup::read(text).expect("a setup");
        let (mut dice, mut bot) = (Seeded(seed), bots::RandomBot::default());
        let mut state = game.start(&setup, &mut referee::Referee::silent(&mut dice));
        for _ in 0..300 {
            let Awaits::Decision(_) = game.awaits(&state) else { break };
            let pieces = (0..270).step_by(7).map(|number| Ref::Piece(Piece(number)));
            let spots = (0..1_700).step_by(61).map(|number| Ref::Spot(referee::Spot(number)));
            for about in pieces.chain(spots).chain([Ref::Nothing]) {
                if let Some(refusal) = game.why_not(&state, about) {
                    assert!(game.rules().find(refusal.rule.0).is_some(), "{} is no rule", refusal.rule.0);
                    answers += 1;
                }
            }
            let action = bot.decide(&game, &state, &mut dice).expect("something is offered");
            game.play(&mut state, &action, &mut referee::Referee::silent(&mut dice));
        }
    }
    assert!(answers > 5_000, "{answers} answers");
}
