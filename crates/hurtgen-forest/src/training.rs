//! A first game with somebody who explains: the US against a bot, on the historical ground.

use crate::state::Side;
use referee::{Cue, Lesson, Rule, Training};

pub(crate) fn first_game() -> Training {
    let lesson = |cue, title: &str, text: &str, rule| Lesson { cue, title: title.into(), text: text.into(), rule };
    let asked = |asked, title, text, rule| lesson(Cue::Asked(asked), title, text, rule);
    let noted = |noted, title, text, rule| lesson(Cue::Noted(noted), title, text, rule);
    Training {
        scenario: "historical".into(),
        options: vec![],
        seat: Side::US.seat(),
        bot: "easy".into(),
        lessons: vec![
            asked(
                Rule("4.1.1.A"),
                "Towns and the road home",
                "You lead the First Army through the forest. At the end twelve towns count, Schmidt and four others \
                 five times as much as the rest. To score one, no German may stand in it or next to it, and a way to \
                 the west edge must be open.",
                Rule("15.21"),
            ),
            asked(
                Rule("4.1.1.A"),
                "Whoever glows can move",
                "Click one of your counters with a golden ring, away from the front for a start. Move as many as you \
                 like, \
                 each once, then end your movement.",
                Rule("4.1.1.A"),
            ),
            lesson(
                Cue::Opened(Rule("4.1.1.A")),
                "Roads and woods",
                "Golden hexes are in reach, and the figure says what would be left. Roads cost half a point; trucks \
                 and tanks \
                 never leave them in the woods. Click a hex that is not golden to see why not.",
                Rule("5.25"),
            ),
            noted(
                Rule("5.0"),
                "Next to him you must attack",
                "A unit that enters a hex next to a German stops there, and has to attack in the Combat Phase. Bring \
                 two or three \
                 against one, or stay away. Undo takes the last move back.",
                Rule("6.0.a"),
            ),
            asked(
                Rule("7.0"),
                "Attacks you must make",
                "Every German next to your units has to be attacked by somebody. Click one of them, or first one of \
                 yours: the \
                 card shows who takes part and what comes of it on each roll.",
                Rule("7.11"),
            ),
            asked(
                Rule("4.1.1.B"),
                "No more duties",
                "You have made all the attacks you had to. Your guns may still bombard anyone in range, or you can end \
                 combat.",
                Rule("8.1"),
            ),
            asked(
                Rule("8.21"),
                "Guns",
                "Artillery in range adds its strength, four guns at most. Each fires once in a phase: keep some for \
                 the next \
                 attack.",
                Rule("8.21"),
            ),
            asked(
                Rule("9.0.a"),
                "Ground support",
                "These points are aircraft, five at most for one attack and only so many in a turn.",
                Rule("11.42"),
            ),
            asked(
                Rule("7.91"),
                "The hex is empty",
                "The attackers may advance into it, and in a few cases one hex farther. An advance costs no points, \
                 but it may take you away from your friends.",
                Rule("7.91"),
            ),
            asked(
                Rule("8.41"),
                "Now he attacks you",
                "Guns with no enemy next to them can add protective fire to your defence, once in a Game-Turn. The \
                 card shows \
                 what each of them changes.",
                Rule("8.41"),
            ),
            asked(
                Rule("7.7"),
                "Back, hex by hex",
                "Golden hexes lead away from the fight. A unit with no way out is destroyed.",
                Rule("7.74"),
            ),
            lesson(
                Cue::Later(Rule("4.1.1.A")),
                "You know the turn",
                "Move, attack, and let him do the same. The overlays on the left show his zones, and the lines that \
                 would \
                 score. From here on you are on your own.",
                Rule("15.3"),
            ),
            lesson(
                Cue::Over,
                "The result",
                "Your points divided by his give the level. The card shows the scale and where the battle turned.",
                Rule("15.4"),
            ),
        ],
    }
}
