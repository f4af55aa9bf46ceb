//! What players see: every question leads the eye, every scene can be drawn, charts name their source, refusals their rule.

use bots::RandomBot;
use operation_grenade::{Action, OperationGrenade, files};
use referee::{Awaits, Bot, Game, Ref, Referee, Rule, Seat, Seeded, Setup, Sight, Viewer};

fn game() -> OperationGrenade {
    OperationGrenade::new(&files()).expect("the embedded files are sound")
}

/// Questions that say everything themselves: phases without a duty, and what is decided before play.
const PLAIN: [&str; 7] = ["4.2.A.2", "4.2.B.2", "4.2.A.3", "4.2.B.3", "16.2.o", "18.0", "17.0"];

#[test]
fn every_question_leads_the_eye_and_every_scene_can_be_drawn() {
    let game = game();
    assert_eq!(game.kit().faults(), Vec::<String>::new());
    for (seed, option) in [(1, "flash"), (2, "gradual")] {
        let setup = Setup { scenario: "grenade".into(), options: vec![option.into()] };
        let (mut dice, mut thoughts, mut bot) = (Seeded(seed), Seeded(seed + 90), RandomBot::<Action>::default());
        let mut state = game.start(&setup, &mut Referee::silent(&mut dice));
        for _ in 0..1_500 {
            let Awaits::Decision(decision) = game.awaits(&state) else { break };
            let scene = game.scene(&state, Viewer::Public);
            assert_eq!(scene.faults(game.kit()), Vec::<String>::new());
            if !PLAIN.contains(&decision.rule.0) {
                assert!(!scene.focus.text.is_empty(), "[{}] {} says nothing more", decision.rule.0, decision.question);
                assert!(!scene.focus.on.is_empty(), "[{}] {} points nowhere", decision.rule.0, decision.question);
            }
            let action = bot.choose(&Sight::over(&game, &state, decision.seat), &mut thoughts);
            game.play(&mut state, &action, &mut Referee::silent(&mut dice));
        }
    }
}

#[test]
fn every_chart_that_has_figures_names_its_source() {
    for chart in &game().kit().charts {
        let told = chart.remark.contains("Source: ");
        assert!(told || chart.name == "Column shifts", "{} does not say where it comes from", chart.name);
    }
}

#[test]
fn a_changed_data_file_changes_the_chart() {
    let dir = tempfile();
    let ours = include_str!("../data/tables.toml");
    let theirs = ours.replacen("river_entrenched = 3", "river_entrenched = 4", 1).replacen(
        "[defence]\nrule = \"9.32\"\nprovenance = \"printed\"",
        "[defence]\nrule = \"9.32\"\nprovenance = \"reconstructed: my own copy\"",
        1,
    );
    assert_ne!(ours, theirs);
    std::fs::create_dir_all(dir.join("operation-grenade")).expect("a directory");
    std::fs::write(dir.join("operation-grenade/tables.toml"), theirs).expect("a file");
    let game = OperationGrenade::new(&files().overridden(&dir).expect("a readable file")).expect("a sound file");
    let chart = game.kit().charts.iter().find(|chart| chart.rule == "9.32").expect("the chart of defence");
    assert!(chart.rows.iter().any(|(_, cells)| cells[0] == "x4"), "{chart:?}");
    assert!(!chart.sure && chart.remark.contains("my own copy"), "{chart:?}");
    std::fs::remove_dir_all(dir).expect("it was made here");
}

/// A directory of this test's own.
fn tempfile() -> std::path::PathBuf {
    std::env::temp_dir().join(format!("operation-grenade-table-{}", std::process::id()))
}

#[test]
fn who_cannot_move_is_told_why() {
    let game = game();
    let piece = |name: &str| {
        let faces = &game.kit().faces;
        let at = faces.iter().position(|face| face.key == name).expect("a unit of that name");
        Ref::Piece(referee::Piece(u16::try_from(at).expect("few units")))
    };
    let cases = [
        // US tanks wait for turn 4; the German 2nd Corps for an attack; who has moved is done; next to the enemy.
        ("turn 2\nUS A/2A at 0403\nGE 1157/363 at 0808\nUS to move\n", "A/2A", "19.31"),
        ("US 115/29 at 0707\nmoved 115/29\nGE 1157/363 at 0808\nUS to move\n", "115/29", "5.0.a"),
        ("US 115/29 at 0707\nGE 1157/363 at 0808\nUS to move\n", "1157/363", "4.1"),
        ("US 115/29 at 0707\nGE 1157/363 at 0808\nUS to attack\n", "115/29", "9.25"),
    ];
    for (position, name, rule) in cases {
        let state = game.read_position(position).expect(position);
        let refusal = game.why_not(&state, piece(name)).expect(name);
        assert_eq!(refusal.rule, Rule(rule), "{name}: {refusal:?}");
    }
}

#[test]
fn strengths_are_shown_to_their_owner_alone() {
    let game = game();
    let position =
        "US 115/29 at 0707\nUS 115/29 chit 9/6/5\nGE 1157/363 at 0808\nGE 1157/363 chit 7/5/4 reduced\nUS to move\n";
    let state = game.read_position(position).expect(position);
    let shown = |viewer: Viewer, name: &str| {
        let at = game.kit().faces.iter().position(|face| face.key == name).expect("a unit of that name");
        let scene = game.scene(&state, viewer);
        scene.counters[at].numbers.clone()
    };
    let (us, german) = (Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)));
    assert_eq!(shown(us, "115/29"), ["9", "A 3 4"]);
    assert_eq!(shown(german, "1157/363"), ["2", "B 1 4"]);
    for (viewer, name) in
        [(us, "1157/363"), (german, "115/29"), (Viewer::Public, "115/29"), (Viewer::Public, "1157/363")]
    {
        assert_eq!(shown(viewer, name)[0], "?", "{name} for {viewer:?}");
    }
}
