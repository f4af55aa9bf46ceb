//! A first game with somebody who explains: the Allies against a bot, from the beaches to the Seine.

use crate::components::Side;
use referee::{Cue, Lesson, Rule, Training};

pub(crate) fn first_game() -> Training {
    let lesson = |cue, title: &str, text: &str, rule| Lesson { cue, title: title.into(), text: text.into(), rule };
    let asked = |asked, title, text, rule| lesson(Cue::Asked(asked), title, text, rule);
    let noted = |noted, title, text, rule| lesson(Cue::Noted(noted), title, text, rule);
    Training {
        scenario: "normandy".into(),
        options: vec![],
        seat: Side::Allied.seat(),
        bot: "easy".into(),
        lessons: vec![
            asked(
                Rule("I.2"),
                "Ashore",
                "It is 6 June. Two armies land, one after the other; click one of the two beaches. The card shows the chances. \
                 At the end of August you need Paris and four ports' worth of capacity.",
                Rule("V.12.b"),
            ),
            noted(
                Rule("I.9.a"),
                "A beach-head",
                "The marker counts as a port, for as long as it stands. First the Germans have their June; the digest will tell \
                 you what they did.",
                Rule("R.2.a"),
            ),
            asked(
                Rule("A.1"),
                "Who comes this month",
                "The units in the tray wait for you: click one, then a golden hex. Steps that were lost can be bought back. \
                 Keep most of your RP for moving and attacking.",
                Rule("R.8"),
            ),
            asked(
                Rule("ACT.1"),
                "One RP, one thing",
                "To move costs 1 RP, and an attack by any number of units of one army group on one hex also costs 1. Each unit \
                 moves once and attacks once a month. What is not spent is lost.",
                Rule("ACT.5"),
            ),
            lesson(
                Cue::Opened(Rule("ACT.1")),
                "Zones cost, they do not stop",
                "A hex next to an enemy costs two points instead of one. Golden hexes are in reach; the figure is what is left.",
                Rule("M.1.a"),
            ),
            asked(
                Rule("C.5"),
                "Who helps",
                "Ships fire into coast hexes, bombers add two dice in clear weather once a month, paratroops one die over a \
                 river or against a fortress, once in the game.",
                Rule("S.3"),
            ),
            noted(
                Rule("C.7"),
                "Both sides roll",
                "Hits are taken together, a step for each. Nobody retreats: the hex is yours when nobody is left in it and one \
                 of your units that has not moved goes in.",
                Rule("C.15"),
            ),
            lesson(
                Cue::Later(Rule("ACT.1")),
                "Ports are fuel",
                "Every port you take is one RP more each month. Cherbourg first, then Brest or Le Havre, and then east. From \
                 here on you are on your own.",
                Rule("R.2"),
            ),
            lesson(
                Cue::Over,
                "The summer is over",
                "Paris and four working ports: that was the task. The card shows where the front moved.",
                Rule("V.12.b"),
            ),
        ],
    }
}
