//! A first game with somebody who explains: Market-Garden, the Allies against a bot, everybody in place.

use crate::state::Side;
use referee::{Cue, Lesson, Rule, Training};

pub(crate) fn first_game() -> Training {
    let lesson = |cue, title: &str, text: &str, rule| Lesson { cue, title: title.into(), text: text.into(), rule };
    let asked = |asked, title, text, rule| lesson(Cue::Asked(asked), title, text, rule);
    let noted = |noted, title, text, rule| lesson(Cue::Noted(noted), title, text, rule);
    Training {
        scenario: "market-garden".into(),
        options: vec!["placed".into()],
        seat: Side::AL.seat(),
        bot: "cautious".into(),
        lessons: vec![
            asked(
                Rule("21.A.5.a"),
                "One week, one bridge",
                "It is September 1944, and this week is the whole game. If one of your divisions ends it in supply over the \
                 Waal or the Roer you have won; over the Lek or the Rhine you have won well. All sixteen hexes of the \
                 Scheldt estuary raise your victory by a level.",
                Rule("32.B"),
            ),
            asked(
                Rule("21.A.5.a"),
                "Plot in secret",
                "For each airborne unit name a hex, or none. He sees nothing of it. Choose a hex at a bridge that your armor \
                 can reach in two or three impulses: Nijmegen, Grave, Arnhem. Not a major city, not works.",
                Rule("21.A.4.a"),
            ),
            asked(
                Rule("seq.2"),
                "Fuel",
                "Units with more than ten movement points need maneuver supply: a division costs one point, two smaller units \
                 one. 22 points are all you have, and each further impulse costs one. Give it to the armor that will drive, \
                 and keep eight.",
                Rule("5.D.1.b"),
            ),
            asked(
                Rule("5.D.2.c"),
                "Aircraft",
                "A bomber made ready now costs its value in points, later in the turn twice as much. It shifts an attack by \
                 its value in columns.",
                Rule("5.D.2.f"),
            ),
            asked(
                Rule("7.a"),
                "Move",
                "Units that can act have a golden ring; the list under Units jumps to them. A road costs half a point a hex. \
                 Next to the enemy a unit stops, and from one enemy zone to the next nobody goes.",
                Rule("2.c"),
            ),
            asked(
                Rule("7.a"),
                "Act once",
                "A unit acts in one impulse of your turn: it moves, attacks, or both. Whom you leave alone now can act in a \
                 later impulse, through the hole the others made.",
                Rule("4.f"),
            ),
            asked(
                Rule("9.a"),
                "Reserves",
                "A unit that moved little and touches no enemy may wait as a reserve and answer in his turn. This game has \
                 only your turn: you need none.",
                Rule("9.a"),
            ),
            asked(
                Rule("11.a"),
                "Declare",
                "Name all attacks now, before aircraft fly: click an enemy stack, then your units. The card shows ratio, \
                 shifts and chances. Paratroops drop here, before the first attack.",
                Rule("11.a"),
            ),
            noted(
                Rule("21.A.1.a"),
                "They are down",
                "A unit that drops takes its hex, or must assault who stands in it at once. It has no zone in this impulse, \
                 and may act in the next.",
                Rule("21.A.1.b"),
            ),
            asked(
                Rule("10.A.5"),
                "Fly",
                "Send a ready bomber to an attack: the column shifts by its value. His fighters may meet it on the way.",
                Rule("10.A.1.d"),
            ),
            asked(
                Rule("11.f"),
                "Fight",
                "They are resolved one after the other, in the order you like. Begin where a hole helps the next.",
                Rule("11.f"),
            ),
            noted(
                Rule("11.B.DX.a"),
                "Exchange",
                "He says how many levels he loses; you lose one more, and he goes. A cheap exchange for him is a cheap hex \
                 for you.",
                Rule("11.B.DX.a"),
            ),
            asked(
                Rule("11.B.EX.b"),
                "Raise or stay",
                "He may lose one more level to stand; match it and he goes after all. Only as long as both can pay.",
                Rule("11.B.EX.b"),
            ),
            asked(
                Rule("11.C.a"),
                "Losses",
                "A division has two sides and a cadre behind them. Take the level where you need the strength least.",
                Rule("11.C.b"),
            ),
            asked(
                Rule("11.D.b"),
                "Retreat",
                "Two hexes: the owner names the first, the enemy the second. Drive him where he blocks no road.",
                Rule("11.D.b"),
            ),
            asked(Rule("11.E.b"), "Follow", "Into the hex he left, and one further. A zone stops you.", Rule("11.E.c")),
            asked(
                Rule("16.a"),
                "The last one?",
                "If you say this was the final impulse, his reserves do not answer, and the turn is over. If not, they move \
                 and strike now. Say so when your spearhead must not be pinched off.",
                Rule("16.b"),
            ),
            asked(
                Rule("4.e"),
                "Another impulse",
                "One point. Whoever has not acted yet may act now; armor kept back, and your paratroops.",
                Rule("4.f"),
            ),
            noted(
                Rule("6.A.b"),
                "Out of supply",
                "No road leads to them, or it is more than eight hexes away: they fight and move at half. A division that \
                 shall win for you must be in supply at the end.",
                Rule("6.C.a"),
            ),
            lesson(
                Cue::Over,
                "Count",
                "Where is a division across the river, and does a line of supply reach it? That alone decides, with the \
                 Scheldt.",
                Rule("32.B"),
            ),
        ],
    }
}
