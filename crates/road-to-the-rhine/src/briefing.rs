//! A page for each scenario before the first move: what wins, what the week is like, the first three things to do.

use crate::state::Side;
use referee::Briefing;

struct Page {
    scenario: &'static str,
    hard: u8,
    time: &'static str,
    /// What wins and what to do first, of the Allies and of the Germans.
    aims: [&'static str; 2],
    first: [[&'static str; 3]; 2],
}

const ALLIES_IN_CAMPAIGNS: [&str; 3] = [
    "Take Antwerp with its sixteen hexes first: in the end it pays sixteen points a turn, without the estuary nothing.",
    "Give one army group all the points; if all have a share, nobody moves.",
    "Come to a river in one turn and cross in the next. Frost, winter storm and thaw forbid it.",
];
const GERMANS_IN_CAMPAIGNS: [&str; 3] = [
    "Fall back to the Westwall and leave garrisons behind: Dunkirk, the Scheldt.",
    "Points that are not spent are kept: count them for December.",
    "Behind a river every unit counts twice. Be over it before he is.",
];

const TURN: [&str; 5] = [
    "Weather is rolled, and both sides plot their paratroops in secret.",
    "The player with the initiative takes replacements and gives supply points to the units that will drive.",
    "Impulses: he moves, flies and attacks; then the other side's reserves move and attack.",
    "Each further impulse costs points. He says which one is the final one.",
    "The other player has his turn in the same way.",
];

const PAGES: [Page; 5] = [
    Page {
        scenario: "market-garden",
        hard: 1,
        time: "One Allied player-turn in rain, 22 points; about two hours; begin here",
        aims: [
            "End the week with a division in supply over the Waal or the Roer; over the Lek or the Rhine is better. All of the Scheldt estuary raises it by a level.",
            "Keep him from all of it.",
        ],
        first: [
            [
                "Choose one river, and plot the paratroops where a bridge lies within reach of your armor.",
                "Supply the armor that will drive, and keep eight points for three or four more impulses.",
                "Attack in the first impulse where he is thin, drive in the second, and say that it was the final one when your spearhead must not be pinched off.",
            ],
            [
                "One line on the canals, a second on the roads behind it.",
                "Mobile units out of his zones as reserves, at crossroads.",
                "Strike at a drop in the impulse in which it lands: it has no zone yet.",
            ],
        ],
    },
    Page {
        scenario: "bulge",
        hard: 2,
        time: "One German player-turn in a winter storm, 28 points, no aircraft; an evening",
        aims: [
            "Stop him before the Meuse, and keep somebody between Waal and Lek.",
            "A bridge over the Meuse at Liège, Namur or Huy; better Liège, Namur and Maastricht; best Antwerp. Nobody expects any of it.",
        ],
        first: [
            [
                "Who stands next to the enemy is no reserve: pull the armor out, to crossroads behind the first river.",
                "Bastogne and St. Vith cost him days: hold them while a road leads in.",
                "Answer where his spearheads have finished. Who has not acted yet cannot be struck.",
            ],
            [
                "Supply the armor; six former reserves are supplied for nothing. A further impulse costs two.",
                "Four or five attacks with infantry, the armor through the holes in the next impulse.",
                "Surround St. Vith and Bastogne rather than storm them.",
            ],
        ],
    },
    Page {
        scenario: "market-garden-campaign",
        hard: 3,
        time: "Thirteen weeks on the north map, to December II; several evenings",
        aims: [
            "German cities on the north map: six win, twelve win well, eighteen win everything, three are a draw.",
            "Fewer than three cities lost.",
        ],
        first: [ALLIES_IN_CAMPAIGNS, GERMANS_IN_CAMPAIGNS],
    },
    Page {
        scenario: "bulge-campaign",
        hard: 3,
        time: "Eighteen weeks on both maps, December III to April IV; a week of evenings",
        aims: [
            "All major German cities, held and in supply, the earlier the better: by March you win.",
            "Hold one of them beyond March.",
        ],
        first: [
            [
                "Stop the offensive first: it costs him the points of the spring.",
                ALLIES_IN_CAMPAIGNS[1],
                ALLIES_IN_CAMPAIGNS[2],
            ],
            [
                "Strike in December while the storm grounds his aircraft, and break off when the points run out.",
                "Bring the armor back over the Rhine before February.",
                GERMANS_IN_CAMPAIGNS[2],
            ],
        ],
    },
    Page {
        scenario: "campaign",
        hard: 3,
        time: "Thirty-two weeks on both maps, September I to April IV; a long winter, or a week against a bot",
        aims: [
            "All major German cities, held and in supply: by November overwhelming, by March still a win.",
            "Hold one of them beyond March; beyond April it is a triumph.",
        ],
        first: [ALLIES_IN_CAMPAIGNS, GERMANS_IN_CAMPAIGNS],
    },
];

pub(crate) fn all() -> Vec<Briefing> {
    let page = |it: &Page| {
        let [allies, germans] = it.aims;
        let [first, theirs] = it.first;
        Briefing::new(&[it.scenario], it.hard, it.time, &TURN).side(Side::AL.seat(), allies, first).side(
            Side::GE.seat(),
            germans,
            theirs,
        )
    };
    PAGES.iter().map(page).collect()
}
