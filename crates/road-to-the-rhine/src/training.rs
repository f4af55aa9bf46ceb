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
                "It is September 1944, and this week is the whole game. If one of your divisions ends it in supply \
                 across the Waal or the Roer, you win; across the Lek or the Rhine, you win well. Holding all sixteen \
                 hexes of the Scheldt estuary raises your victory by one level.",
                Rule("32.B"),
            ),
            asked(
                Rule("21.A.5.a"),
                "Plot in secret",
                "For each airborne unit name a hex, or none. Your opponent does not see it. Choose a hex at a bridge \
                 that your armor can reach in two or three impulses, such as Nijmegen, Grave or Arnhem, but not a \
                 major city or fortification.",
                Rule("21.A.4.a"),
            ),
            asked(
                Rule("seq.2"),
                "Fuel",
                "Units with more than ten movement points need maneuver supply: one point for a division, or for two \
                 smaller units. You have 22 points in all, and each further impulse costs one. Supply the armor that \
                 will lead, and keep eight.",
                Rule("5.D.1.b"),
            ),
            asked(
                Rule("5.D.2.c"),
                "Aircraft",
                "A bomber made ready now costs its value in points, later in the turn twice as much. It shifts an \
                 attack by \
                 its value in columns.",
                Rule("5.D.2.f"),
            ),
            asked(
                Rule("7.a"),
                "Move",
                "Units that can act have a golden ring; the list under Units jumps to them. A road costs half a point \
                 a hex. \
                 A unit stops next to the enemy, and no unit moves straight from one enemy zone into another.",
                Rule("2.c"),
            ),
            asked(
                Rule("7.a"),
                "Act once",
                "A unit acts in one impulse of your turn: it moves, attacks, or both. Units you leave alone now can \
                 act in a later impulse, through the hole the others made.",
                Rule("4.f"),
            ),
            asked(
                Rule("9.a"),
                "Reserves",
                "A unit that moved little and is not next to an enemy may wait as a reserve and act in his turn. This \
                 scenario has only your turn, so you need none.",
                Rule("9.a"),
            ),
            asked(
                Rule("11.a"),
                "Declare",
                "Declare all attacks now, before aircraft fly: click an enemy stack, then your units. The card shows \
                 the ratio, the shifts and the odds. Paratroops drop here, before the first attack.",
                Rule("11.a"),
            ),
            noted(
                Rule("21.A.1.a"),
                "They are down",
                "A unit that drops takes its hex, or must at once assault whoever is in it. It has no zone in this \
                 impulse and may act in the next.",
                Rule("21.A.1.b"),
            ),
            asked(
                Rule("10.A.5"),
                "Fly",
                "Send a ready bomber to an attack: the column shifts by its value. His fighters may meet it on the \
                 way.",
                Rule("10.A.1.d"),
            ),
            asked(
                Rule("11.f"),
                "Fight",
                "Attacks are resolved one by one, in the order you like. Start where a hole helps the next attack.",
                Rule("11.f"),
            ),
            noted(
                Rule("11.B.DX.a"),
                "Exchange",
                "He chooses how many levels to lose; you lose one more, and he retreats. A cheap exchange for him is \
                 a cheap hex for you.",
                Rule("11.B.DX.a"),
            ),
            asked(
                Rule("11.B.EX.b"),
                "Raise or stay",
                "He may lose one more level to stay; match it and he retreats after all. It goes on only as long as \
                 both can pay.",
                Rule("11.B.EX.b"),
            ),
            asked(
                Rule("11.C.a"),
                "Losses",
                "A division has two sides and a cadre behind them. Take the loss where you need the strength least.",
                Rule("11.C.b"),
            ),
            asked(
                Rule("11.D.b"),
                "Retreat",
                "Two hexes: the owner names the first, the enemy the second. Drive him where he blocks no road.",
                Rule("11.D.b"),
            ),
            asked(
                Rule("11.E.b"),
                "Follow",
                "Advance into the hex he left, and one hex farther. An enemy zone stops you.",
                Rule("11.E.c"),
            ),
            asked(
                Rule("16.a"),
                "The last one?",
                "If you declare this the final impulse, his reserves do not answer and the turn is over. If not, they \
                 move and attack now. Declare it when your spearhead could be cut off.",
                Rule("16.b"),
            ),
            asked(
                Rule("4.e"),
                "Another impulse",
                "It costs one point. Units that have not acted yet may act now: armor you kept back, and your \
                 paratroops.",
                Rule("4.f"),
            ),
            noted(
                Rule("6.A.b"),
                "Out of supply",
                "No road leads to them, or it is more than eight hexes away: they fight and move at half strength. \
                 The division that wins for you must be in supply at the end.",
                Rule("6.C.a"),
            ),
            lesson(
                Cue::Over,
                "Count",
                "Is a division across the river, and does a line of supply reach it? That decides the game, together \
                 with the Scheldt.",
                Rule("32.B"),
            ),
        ],
    }
}
