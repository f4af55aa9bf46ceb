//! A first game with somebody who explains: five minutes as the US against a bot that plays at random.

use crate::state::Side;
use referee::{Cue, Lesson, Rule, Training};

pub(crate) fn first_game() -> Training {
    let lesson = |cue, title: &str, text: &str, rule| Lesson { cue, title: title.into(), text: text.into(), rule };
    let asked = |asked, title, text, rule| lesson(Cue::Asked(asked), title, text, rule);
    let noted = |noted, title, text, rule| lesson(Cue::Noted(noted), title, text, rule);
    Training {
        scenario: "dusk".into(),
        options: vec!["no-mine".into()],
        seat: Side::US.seat(),
        bot: "easy".into(),
        lessons: vec![
            asked(
                Rule("2.0"),
                "Take Kelmbrück before dusk",
                "You lead Fox Company, in olive. You have five turns to get over the Kelm and into the village in the \
                 east, by the bridge or by the ford. Units that can act have a golden ring: click one of them.",
                Rule("7.3"),
            ),
            lesson(
                Cue::Opened(Rule("2.0")),
                "Where can it go?",
                "Golden hexes are in reach; the figure is what would be left of its points. Click one to go there. Try \
                 a hex that is not golden too: the table will tell you which rule forbids it.",
                Rule("2.3"),
            ),
            noted(
                Rule("2.3"),
                "Once each",
                "Each of your units may move once in a phase. Changed your mind? Undo takes a move back. When all have \
                 moved, end your movement.",
                Rule("2.4"),
            ),
            asked(
                Rule("4.2"),
                "The bridge is charged",
                "Everything halts until the charge is settled. Without a ruse the bridge goes up on 4, 5 or 6; with it \
                 only on 1 or 6, but a 1 costs you a step. The card shows the exact odds of each.",
                Rule("4.3"),
            ),
            asked(
                Rule("2.6"),
                "Your move goes on",
                "Your unit has points left. Now that you know whether the bridge stands, send it on, or halt here.",
                Rule("2.6"),
            ),
            asked(
                Rule("5.0"),
                "Your first attack",
                "An enemy with a ring can be attacked. Click it: the card shows who takes part and what the chances \
                 are. Click your counters to leave them out or to add them. You never have to attack.",
                Rule("5.1"),
            ),
            asked(
                Rule("5.3"),
                "Call your guns?",
                "They attack you. Each call adds 1 to your defence, and you have two for the whole game.",
                Rule("5.3"),
            ),
            asked(
                Rule("6.1"),
                "What is the ground worth?",
                "An exchange: you both bid steps in turn. The higher bidder stays and pays their bid; the other \
                 retreats and loses nothing.",
                Rule("6.3"),
            ),
            asked(
                Rule("6.4"),
                "Fall back",
                "One hex, into an empty one that no enemy watches. A unit with nowhere to go is lost.",
                Rule("6.4"),
            ),
            asked(
                Rule("6.6"),
                "Follow them",
                "The hex is free: one of your attackers may enter it, whatever it moved before.",
                Rule("6.6"),
            ),
            lesson(
                Cue::Later(Rule("2.0")),
                "The second turn",
                "The guard has moved. The log at the right tells what happened, and every sentence has the number of \
                 its rule: click a number to read it.",
                Rule("1.4"),
            ),
            lesson(
                Cue::Opened(Rule("2.0")),
                "They watch you",
                "A unit that enters a hex next to an enemy must stop there. The button Zones at the left shows these \
                 hexes.",
                Rule("2.2"),
            ),
            noted(
                Rule("7.2"),
                "The village changes hands",
                "Kelmbrück belongs to whoever was in it last, even after they leave. What counts is who holds it at \
                 dusk.",
                Rule("7.2"),
            ),
            lesson(
                Cue::Over,
                "That was Ford",
                "The village decides, then the bridge. Watch the game again from the bar below, or go back to the \
                 shelf: the forest is waiting.",
                Rule("7.3"),
            ),
        ],
    }
}
