//! Everything that any game puts on the table can be drawn, by the sheet and by a page.

use referee::{Awaits, Kit, Offer, Seat, Seeded, Setup, Viewer};
use shelf::Shelf;

const DECISIONS: usize = 300;

/// What is wrong with the scenes of a random game, each fault once.
fn faults(game: &dyn shelf::AnyGame, setup: &Setup) -> Vec<String> {
    let mut dice = Seeded(7);
    let mut table = game.begin(setup, &mut dice).expect("a scenario of the game");
    let mut found = vec![];
    for _ in 0..DECISIONS {
        let seats = (0..).map(Seat).take(game.kit().seats.len()).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Public]) {
            found.extend(table.scene(viewer).faults(game.kit()));
        }
        let Awaits::Decision(decision) = table.awaits() else { break };
        let action = table.think(decision.seat, "random", &mut dice).expect("a bot decides");
        table.play_text(decision.seat, &action, &mut dice).expect("bots play by the rules");
    }
    found.sort();
    found.dedup();
    found
}

#[test]
fn kits_and_scenes_name_only_what_can_be_drawn() {
    for game in Shelf::open(None).unwrap().games() {
        assert_eq!(game.kit().faults(), [""; 0], "the kit of {}", game.kit().id);
        for scenario in game.scenarios() {
            let options = scenario.options.iter().map(|option| option.id.clone()).collect();
            for options in [vec![], options] {
                let setup = Setup { scenario: scenario.id.clone(), options };
                assert_eq!(faults(&**game, &setup), [""; 0], "{} of {}", scenario.id, game.kit().id);
            }
        }
    }
}

/// A game whose kit or scene misspells a recipe.
fn spoilt(spoil: impl Fn(&mut Kit)) -> Vec<String> {
    let shelf = Shelf::open(None).expect("our own files are sound");
    let mut kit = shelf.game("race-to-the-rhine").expect("it is on the shelf").kit().clone();
    spoil(&mut kit);
    kit.faults()
}

#[test]
fn a_misspelt_recipe_is_a_fault() {
    for (what, found) in [
        ("no ground is drawn as `wods`", spoilt(|kit| kit.grounds[0].recipe = "wods".into())),
        ("no line is drawn as `rode`", spoilt(|kit| kit.lines[0].recipe = "rode".into())),
        ("no badge is drawn as `spend`", spoilt(|kit| kit.badges[0].recipe = "spend".into())),
        ("no symbol is drawn as `infantery`", spoilt(|kit| kit.faces[0].symbol = "infantery".into())),
        ("the kit brings no art `truk`", spoilt(|kit| kit.things[0].art = "truk".into())),
        (
            "no print is drawn as `fortt`",
            spoilt(|kit| {
                let print = referee::Print { recipe: "fortt".into(), seat: None };
                kit.spots[0].prints.push(print);
            }),
        ),
    ] {
        assert!(found.len() == 1 && found[0].starts_with(what), "{what}: {found:?}");
    }
    let shelf = Shelf::open(None).unwrap();
    let game = shelf.game("ford").unwrap();
    let setup = Setup { scenario: game.scenarios()[0].id.clone(), options: vec![] };
    let mut scene = game.begin(&setup, &mut Seeded(1)).unwrap().scene(Viewer::Public);
    scene.marks[0].recipe = "flagg".into();
    scene.counters[0].face = 9999;
    let found = scene.faults(game.kit());
    assert!(
        found.len() == 2 && found.iter().any(|fault| fault.starts_with("no mark is drawn as `flagg`")),
        "{found:?}"
    );
}

/// An offer that ends a phase says so, and what it would leave undone.
#[test]
fn an_ending_offer_counts_what_is_left() {
    let offer = Offer::ending((), "end movement", 3);
    assert_eq!((offer.about, offer.ends, offer.to), (referee::Ref::Nothing, Some(3), None));
    assert_eq!(Offer::ending((), "end", 70_000).ends, Some(u16::MAX));
}
