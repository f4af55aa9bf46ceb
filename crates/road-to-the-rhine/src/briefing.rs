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
    "Take Antwerp and its sixteen estuary hexes first. Once open it pays sixteen points a turn; without the estuary \
     it pays nothing.",
    "Give all the points to one army group. If everyone gets a share, nobody moves.",
    "Reach a river in one turn and cross it in the next. In frost, winter storm and thaw you cannot attack over wide \
     rivers.",
];
const GERMANS_IN_CAMPAIGNS: [&str; 3] = [
    "Fall back to the Westwall, but leave garrisons in Dunkirk and on the Scheldt.",
    "Unspent points are kept: save them for December.",
    "Behind a river every unit counts double. Get across before he does.",
];

const TURN: [&str; 5] = [
    "Weather is rolled, and both sides plot their paratroops in secret.",
    "The player with the initiative takes replacements and gives supply points to the units that will drive.",
    "Then come impulses: he moves, flies and attacks, and the other side's reserves move and attack in reply.",
    "Each further impulse costs points. He announces which one is his last.",
    "Then the other player takes his turn in the same way.",
];

const PAGES: [Page; 5] = [
    Page {
        scenario: "market-garden",
        hard: 1,
        time: "One Allied player-turn in rain with 22 points; about two hours; start here",
        aims: [
            "End the week with a supplied division across the Waal or the Roer; across the Lek or the Rhine is \
             better. Holding the whole Scheldt estuary raises the result by one level.",
            "Stop all of it.",
        ],
        first: [
            [
                "Choose one river, and plot your paratroops at a bridge that your armor can reach.",
                "Supply the armor that will lead, and keep eight points for three or four more impulses.",
                "Attack in the first impulse where he is thin and drive through in the second. Declare the final \
                 impulse when your spearhead could be cut off.",
            ],
            [
                "Form one line on the canals and a second on the roads behind it.",
                "Keep mobile units in reserve at crossroads, out of his zones.",
                "Hit a drop in the impulse in which it lands: it has no zone yet.",
            ],
        ],
    },
    Page {
        scenario: "bulge",
        hard: 2,
        time: "One German player-turn in a winter storm, 28 points, no aircraft; an evening",
        aims: [
            "Stop him short of the Meuse, and keep a unit between the Waal and the Lek.",
            "Take a bridge over the Meuse at Liège, Namur or Huy; better, take Liège, Namur and Maastricht; best of \
             all, Antwerp. Nobody expects any of it.",
        ],
        first: [
            [
                "A unit next to the enemy cannot be a reserve: pull the armor back to crossroads behind the first \
                 river.",
                "Bastogne and St. Vith cost him days: hold them as long as a road leads in.",
                "Counter-attack spearheads that have finished. Units that have not acted yet cannot be hit.",
            ],
            [
                "Supply the armor; six former reserves are supplied free. A further impulse costs two points.",
                "Open with four or five infantry attacks, then send the armor through the holes in the next impulse.",
                "Surround St. Vith and Bastogne rather than storm them.",
            ],
        ],
    },
    Page {
        scenario: "market-garden-campaign",
        hard: 3,
        time: "Twelve weeks on the north map, to December II; several evenings",
        aims: [
            "Hold German cities on the north map: three for a draw, six to win, twelve to win well, eighteen for a \
             complete victory.",
            "Lose fewer than three cities.",
        ],
        first: [ALLIES_IN_CAMPAIGNS, GERMANS_IN_CAMPAIGNS],
    },
    Page {
        scenario: "bulge-campaign",
        hard: 3,
        time: "Eighteen weeks on both maps, December III to April IV; a week of evenings",
        aims: [
            "Hold every major German city in supply, the earlier the better: by March you win.",
            "Hold one of them past March.",
        ],
        first: [
            [
                "Stop the offensive first: every point he spends on it is missing in spring.",
                ALLIES_IN_CAMPAIGNS[1],
                ALLIES_IN_CAMPAIGNS[2],
            ],
            [
                "Strike in December while storms ground his aircraft, and break off before the points run out.",
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
            "Hold every major German city in supply: by November an overwhelming win, by March still a win.",
            "Hold one of them past March; past April it is a triumph.",
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
