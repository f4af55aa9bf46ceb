//! A first game with somebody who explains: the US against a bot, with a gradual flood and the free units in place.

use crate::state::Side;
use referee::{Cue, Lesson, Rule, Training};

pub(crate) fn first_game() -> Training {
    let lesson = |cue, title: &str, text: &str, rule| Lesson { cue, title: title.into(), text: text.into(), rule };
    let asked = |asked, title, text, rule| lesson(Cue::Asked(asked), title, text, rule);
    let noted = |noted, title, text, rule| lesson(Cue::Noted(noted), title, text, rule);
    Training {
        scenario: "grenade".into(),
        options: vec!["gradual".into(), "placed".into()],
        seat: Side::US.seat(),
        bot: "easy".into(),
        lessons: vec![
            asked(
                Rule("18.0"),
                "Over the Roer, to the Rhine",
                "It is February 1945 and the Roer is in flood. You have until 4 March to take towns: Köln, Moers, \
                 Geldern and \
                 Rheinberg score 3 points, six others 1, every bridge over the Rhine that you cross 5. With 15 points you \
                 win; below that the Germans do.",
                Rule("28.3"),
            ),
            asked(
                Rule("18.0"),
                "Choose D-Day",
                "The card shows the odds of the current for each day: a torrent multiplies the defenders behind the \
                 river \
                 by up to five. Every day you wait is a day less to reach the Rhine. Take 22 or 23 February for your first \
                 game; both still surprise the enemy.",
                Rule("18.12"),
            ),
            asked(
                Rule("4.2.A.2"),
                "Pick a crossing",
                "Units that can act have a golden ring. Only infantry and towed guns move in the first three turns. \
                 Choose \
                 two or three places on the river, not ten. Click a regiment of the 29th or 30th Division west of Jülich: \
                 golden hexes are in reach.",
                Rule("19.31"),
            ),
            asked(
                Rule("4.2.A.2"),
                "Next to the enemy you fight",
                "A unit that ends its movement next to a German, even across the river, has to attack, and every \
                 German next to your units must be attacked. A unit stops when it enters an enemy zone. So go in with \
                 enough, or stay two hexes away.",
                Rule("9.12"),
            ),
            asked(
                Rule("4.2.A.2"),
                "Bring all three",
                "If all regiments of a division stand next to the same German hex, the attack shifts one column in \
                 your \
                 favour, though only one regiment of each hex fights. Bring guns of the same corps within three hexes.",
                Rule("9.41"),
            ),
            asked(
                Rule("9.0"),
                "Now you must attack",
                "Click a German stack, then your units. Before you commit, the card shows columns, every shift with \
                 its rule \
                 and the chances of each result. An unknown German strength is counted as everything it may be.",
                Rule("9.0"),
            ),
            asked(
                Rule("9.62"),
                "Call your guns",
                "Guns of the same corps within three hexes shift one column each, two at most. Each fires once in a \
                 phase.",
                Rule("9.62"),
            ),
            asked(
                Rule("13.11"),
                "Fly",
                "One Air Point for a combat shifts one column. Clear weather gives you six a day, clouds three, rain \
                 none.",
                Rule("13.11"),
            ),
            noted(
                Rule("8.34"),
                "What was under it",
                "At its first combat a regiment draws its strength. Both of you see the figures now, and only now: \
                 yours \
                 stays on your own counter, his becomes a question mark again.",
                Rule("8.42"),
            ),
            asked(
                Rule("9.85"),
                "Losses",
                "The number in parentheses must be lost in steps. Attacking tanks go first. A regiment turns its \
                 chit, then \
                 becomes a cadre, then it is gone.",
                Rule("9.82.1"),
            ),
            asked(
                Rule("9.85.a"),
                "Stand or go",
                "The other number is yours to split: retreat as many hexes as you choose, and lose the rest in steps.",
                Rule("9.85.a"),
            ),
            asked(
                Rule("9.94"),
                "Follow up",
                "Advance into his hex and along his path of retreat; tanks and armoured infantry may turn aside. \
                 After a breakthrough you may go one hex farther.",
                Rule("9.95.1"),
            ),
            asked(
                Rule("9.97.1"),
                "Breakthrough!",
                "You choose his retreat, his zones are gone for the phase, and he may not lose steps to stay.",
                Rule("9.97"),
            ),
            noted(
                Rule("24.21"),
                "Mud",
                "The map is brown: streams are rivers, tanks crawl, and every attack shifts one column against the \
                 attacker. \
                 It lasts two turns.",
                Rule("24.22"),
            ),
            noted(
                Rule("21.11"),
                "The town wakes",
                "The first of your units to come next to a town with a grey number calls out its Volkssturm. They are \
                 weak and have no zone; your move goes on.",
                Rule("21.11"),
            ),
            asked(
                Rule("22.23"),
                "The bridge",
                "He rolls two dice to blow it. A ruse, once in the game, makes it more likely to stand: the card \
                 shows both odds.",
                Rule("22.22"),
            ),
            lesson(
                Cue::Over,
                "Count",
                "Points for towns and bridges decide, nothing else. Below 15 the Germans win; above 22 you win \
                 decisively.",
                Rule("28.3"),
            ),
        ],
    }
}
