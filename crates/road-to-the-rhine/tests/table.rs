//! What players see: every question leads the eye, every scene can be drawn, charts name their source, plots are seen by
//! their owner alone, one-map scenarios show one map.

use bots::RandomBot;
use referee::{Awaits, Bot, Game, Opening, Ref, Referee, Seat, Seeded, Setup, Shape, Sight, Viewer};
use road_to_the_rhine::{Action, RoadToTheRhine, files};

fn game() -> RoadToTheRhine {
    RoadToTheRhine::new(&files()).expect("the embedded files are sound")
}

fn setup(text: &str) -> Setup {
    Setup::read(text).expect("a setup of this game")
}

/// Questions about the side as a whole: nothing on the map is meant more than the rest.
const PLAIN: [&str; 5] = ["7.a", "9.a", "11.a", "13.a", "15.d"];

#[test]
fn every_question_says_what_it_is_about_and_every_scene_can_be_drawn() {
    let game = game();
    assert_eq!(game.kit().faults(), Vec::<String>::new());
    for (seed, text) in [(1, "market-garden +placed"), (2, "bulge +placed"), (3, "campaign +placed")] {
        let (mut dice, mut thoughts, mut bot) = (Seeded(seed), Seeded(seed + 90), RandomBot::<Action>::default());
        let mut state = game.start(&setup(text), &mut Referee::silent(&mut dice));
        for _ in 0..700 {
            let Awaits::Decision(decision) = game.awaits(&state) else { break };
            let scene = game.scene(&state, Viewer::Public);
            assert_eq!(scene.faults(game.kit()), Vec::<String>::new());
            let plain = PLAIN.contains(&decision.rule.0);
            assert!(plain || !scene.focus.text.is_empty(), "[{}] {}", decision.rule.0, decision.question);
            let known = |about: &Ref| match about {
                Ref::Piece(piece) => scene.counters.iter().any(|counter| counter.piece == *piece),
                Ref::Spot(spot) => spot.index() < game.kit().spots.len(),
                _ => false,
            };
            let shown = scene.focus.on.iter().chain(&scene.focus.by).chain(scene.rosters.iter().flat_map(|it| &it.of));
            assert!(shown.clone().all(known), "[{}] leads to what is not there", decision.rule.0);
            let action = bot.choose(&Sight::over(&game, &state, decision.seat), &mut thoughts);
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
        }
    }
}

#[test]
fn plots_are_marked_for_their_owner_alone() {
    let game = game();
    let position = "scenario market-garden\nturn sep-3\nAL US82 at england\nAL 52W at england\nplot US82 N2611\nGE 85 at N2513\nAL US1 at N2421\nAL to move\n";
    let state = game.read_position(position).expect(position);
    let drops = |viewer: Viewer| game.scene(&state, viewer).marks.iter().filter(|mark| mark.recipe == "drop").count();
    assert_eq!(drops(Viewer::Seat(Seat(0))), 1);
    assert_eq!(drops(Viewer::Seat(Seat(1))), 0);
    assert_eq!(drops(Viewer::Public), 0);
}

/// [12.B.b] Over the canal the stronger one needs help, who has no water before him does not: both ways are announced.
#[test]
fn an_attack_is_announced_by_the_fewest_who_can() {
    let game = game();
    let position = "AL Br15 at N1814 supplied\nAL Br4Arm at N1914 supplied\nGE 346+347 at N1813\nAL to declare\n";
    let state = game.read_position(position).expect(position);
    let few = game.read_action("attack N1813 with Br4Arm").expect("an attack");
    assert_eq!(game.check(&state, &few), Ok(()));
    let over_the_canal = game.read_action("attack N1813 with Br15").expect("an attack");
    assert!(game.check(&state, &over_the_canal).is_err());
    let attack = game.read_action("attack N1813 with none").expect("an attack without attackers");
    let Opening::Subset { of, least, .. } = game.open(&state, &attack) else { panic!("a set is asked for") };
    let names: Vec<&str> = of
        .iter()
        .map(|item| match item {
            Ref::Piece(piece) => game.kit().faces[usize::from(piece.0)].typed(),
            _ => panic!("units attack"),
        })
        .collect();
    assert_eq!((names, least), (vec!["Br4Arm", "Br15"], 1));
}

#[test]
fn one_map_scenarios_show_one_map() {
    let game = game();
    let part = |text: &str| {
        let state = game.start(&setup(text), &mut Referee::silent(&mut Seeded(1)));
        game.scene(&state, Viewer::Public).part
    };
    assert_eq!(part("bulge"), None);
    let [left, top, wide, high] = part("market-garden").expect("a part of the sheet");
    for spot in &game.kit().spots {
        let (x, y) = spot.at;
        let inside = x > left && x < left + wide && y > top && y < top + high;
        let row: u8 = spot.name.get(3..).and_then(|row| row.parse().ok()).unwrap_or(0);
        let wanted = match spot.shape {
            Shape::Box(..) => !spot.name.starts_with("chart"),
            _ => spot.name.starts_with('N') || spot.name.starts_with('S') && row == 1,
        };
        assert_eq!(inside, wanted, "{}", spot.name);
    }
}

#[test]
fn a_changed_data_file_changes_the_chart() {
    let dir = std::env::temp_dir().join(format!("road-to-the-rhine-table-{}", std::process::id()));
    let ours = include_str!("../data/tables.toml");
    let theirs =
        ours.replacen("reconstructed: the printed table is lost; 1:1", "printed: my own copy; 1:1", 1).replacen(
            "\"ARL ARL ARL AL  AL  NE  DX  EX  DR  DRL\", # 1",
            "\"ARL ARL ARL ARL AL  NE  DX  EX  DR  DRL\", # 1",
            1,
        );
    assert_ne!(ours, theirs);
    std::fs::create_dir_all(dir.join("road-to-the-rhine")).expect("a directory");
    std::fs::write(dir.join("road-to-the-rhine/tables.toml"), theirs).expect("a file");
    let game = RoadToTheRhine::new(&files().overridden(&dir).expect("a readable file")).expect("a sound file");
    let chart = &game.kit().charts[0];
    assert_eq!(chart.rows[0].1[3], "ARL");
    assert!(chart.sure && chart.remark.contains("my own copy"), "{chart:?}");
    std::fs::remove_dir_all(dir).expect("it was made here");
}

#[test]
fn overlays_answer() {
    let game = game();
    // Both sides stand where they begin.
    let state = game.start(&setup("campaign +placed"), &mut Referee::silent(&mut Seeded(1)));
    for overlay in &game.kit().overlays {
        let marked = game.overlay(&state, Viewer::Public, &overlay.name, Ref::Nothing);
        let about_unit = ["reach", "range", "reserves"].contains(&overlay.name.as_str());
        assert!(about_unit || !marked.is_empty(), "{} marks nothing", overlay.name);
    }
}
