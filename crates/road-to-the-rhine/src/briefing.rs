//! A page for each scenario before the first move: what wins, what the week is like, the first three things to do.
//! Shown among the charts, so that it is at hand all through the game.

use referee::Chart;

struct Briefing {
    title: &'static str,
    rule: &'static str,
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

const BRIEFINGS: [Briefing; 5] = [
    Briefing {
        title: "Market-Garden",
        rule: "32.A",
        time: "One Allied player-turn in rain, 22 points; about two hours. Begin here.",
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
    Briefing {
        title: "The Bulge",
        rule: "34.A",
        time: "One German player-turn in a winter storm, 28 points, no aircraft; an evening.",
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
    Briefing {
        title: "Market-Garden campaign",
        rule: "33.A",
        time: "Thirteen weeks on the north map, to December II; several evenings.",
        aims: [
            "German cities on the north map: six win, twelve win well, eighteen win everything, three are a draw.",
            "Fewer than three cities lost.",
        ],
        first: [ALLIES_IN_CAMPAIGNS, GERMANS_IN_CAMPAIGNS],
    },
    Briefing {
        title: "Bulge campaign",
        rule: "35.A",
        time: "Eighteen weeks on both maps, December III to April IV; a week of evenings.",
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
    Briefing {
        title: "The whole campaign",
        rule: "31.A",
        time: "Thirty-two weeks on both maps, September I to April IV; a long winter, or a week against a bot.",
        aims: [
            "All major German cities, held and in supply: by November overwhelming, by March still a win.",
            "Hold one of them beyond March; beyond April it is a triumph.",
        ],
        first: [ALLIES_IN_CAMPAIGNS, GERMANS_IN_CAMPAIGNS],
    },
];

pub(crate) fn charts() -> Vec<Chart> {
    let chart = |it: &Briefing| {
        let row = |head: &str, text: &str| (head.to_owned(), vec![text.to_owned()]);
        let mut rows = vec![row("Length", it.time)];
        for (side, (aim, first)) in ["Allies", "Germans"].iter().zip(it.aims.iter().zip(&it.first)) {
            rows.push(row(&format!("{side}: aim"), aim));
            rows.extend((1..).zip(first).map(|(n, text)| row(&format!("{side}: {n}"), text)));
        }
        Chart {
            name: format!("Briefing: {}", it.title),
            rule: it.rule.into(),
            sure: true,
            heads: vec![vec![String::new(), "Before the first move".into()]],
            rows,
            remark: "Source: our own advice; what wins is printed.".into(),
        }
    };
    BRIEFINGS.iter().map(chart).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_has_a_briefing() {
        let game = crate::RoadToTheRhine::new(&crate::files()).expect("the embedded files are sound");
        assert_eq!(BRIEFINGS.len(), game.components.scenarios.len());
        for card in &game.components.scenarios {
            assert!(BRIEFINGS.iter().any(|it| card.title.starts_with(it.title)), "{} has no briefing", card.title);
        }
    }
}
