//! A first game with somebody who explains: Patton against Brad, the basic game.

use crate::components::Commander;
use referee::{Cue, Lesson, Rule, Training};

pub(crate) fn first_game() -> Training {
    let lesson = |cue, title: &str, text: &str, rule| Lesson { cue, title: title.into(), text: text.into(), rule };
    let asked = |asked, title, text, rule| lesson(Cue::Asked(asked), title, text, rule);
    let noted = |noted, title, text, rule| lesson(Cue::Noted(noted), title, text, rule);
    Training {
        scenario: "brad-patton".into(),
        options: vec!["basic".into()],
        seat: Commander::Patton.seat(),
        bot: "easy".into(),
        lessons: vec![
            asked(
                Rule("5.3"),
                "First over the Rhine",
                "You are Patton, in blue. Reach one of the black areas across the Rhine with a line of your own areas behind \
                 you, and you have won. If nobody does, medals count.",
                Rule("3.1"),
            ),
            asked(
                Rule("5.3"),
                "Two actions a turn",
                "Everything that can be done glows: your base at Orléans for supplies, your corps for a move, the trucks. Gas \
                 moves, ammo fights, food keeps a corps going at a Supply Check. Take three gas for a start.",
                Rule("5.4"),
            ),
            noted(
                Rule("6.2"),
                "It lies in Orléans",
                "What arrived lies in your base, not with a corps. A truck carries five markers to the next area; click the \
                 area it starts from, then where it goes. A corps in the same area loads for nothing.",
                Rule("8.3"),
            ),
            lesson(
                Cue::Opened(Rule("5.3")),
                "Where it can go",
                "The lit roads can be taken now. A movement costs one gas and goes through three areas at most; a fortress costs one \
                 ammo as well.",
                Rule("10.3"),
            ),
            asked(
                Rule("8.1"),
                "The next truck",
                "A transport places several trucks, and what one brought the next may carry on. A road with a truck on it is \
                 closed until the Supply Check.",
                Rule("8.5.a"),
            ),
            asked(
                Rule("10.3"),
                "Go on, or stop here?",
                "The card is drawn and dealt with. A movement may go through three areas, and what you pass becomes yours.",
                Rule("10.3"),
            ),
            noted(
                Rule("14.A.1"),
                "The Axis wakes up",
                "At the end of your turn you place an Axis marker: put it in the way of the others. They will do the same to \
                 you. When the markers are used up the game ends.",
                Rule("14.A.2"),
            ),
            noted(
                Rule("9.1"),
                "Supply Check",
                "The trucks are gone from the roads, and every corps has eaten. One without food is grounded until it is fed.",
                Rule("9.5"),
            ),
            lesson(
                Cue::Later(Rule("5.3")),
                "Keep the road open",
                "A victory needs an unbroken line of your areas to Orléans: do not leave a single road behind you unguarded. \
                 From here on you are on your own.",
                Rule("3.2"),
            ),
            lesson(
                Cue::Over,
                "The race is run",
                "Whoever crossed the Rhine has won; otherwise medals, and Axis divisions beaten.",
                Rule("16.3"),
            ),
        ],
    }
}
