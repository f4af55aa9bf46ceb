//! What a newcomer reads before the first move.

use crate::state::Side;
use referee::Briefing;

const TURN: [&str; 4] = [
    "The first player moves any of his units.",
    "He attacks. Every enemy next to his units has to be attacked by somebody.",
    "The other player moves and attacks in the same way.",
    "After 14 turns the points are compared.",
];
const US: &str = "Points for towns free of the enemy with an open road to the west edge, for units destroyed, and for the 116th \
                  Panzer if it stays too long. Twice the German points win, four times as many win decisively.";
const GERMAN: &str = "Keep the Americans below twice your points. Schmidt, Nideggen, Gey, Bergstein and Untermaubach are \
                      worth 25 each, seven other towns 5.";
const AHEAD: [&str; 3] = [
    "Choose two towns, not six. Vossenack and Hürtgen are near, Schmidt is worth five times as much.",
    "Stop next to the enemy only where you have the strength: next to him you have to attack.",
    "Put three battalions, two guns and five support points on one German regiment, and read the card before you \
     confirm.",
];
const BEHIND: [&str; 3] = [
    "Take the 116th Panzer off the east or south edge by turn 4: from turn 5 each of its units costs 5 points a turn.",
    "Stand in towns and woods behind streams. Give up hexes, not units.",
    "Keep guns three hexes back for Final Protective Fire; next to an enemy they cannot give it.",
];

pub(crate) fn all() -> Vec<Briefing> {
    vec![
        Briefing::new(&["historical"], 2, "four to six hours", &TURN).side(Side::US.seat(), US, AHEAD).side(
            Side::German.seat(),
            GERMAN,
            BEHIND,
        ),
        Briefing::new(&["free"], 3, "four to six hours, and half an hour for the deployment", &TURN)
            .side(
                Side::US.seat(),
                US,
                [
                    "You deploy second: put your regiments where he is thin.",
                    "Keep the regiments of a division together and their guns behind them.",
                    "Choose two towns, not six, and leave a way to the west edge open.",
                ],
            )
            .side(
                Side::German.seat(),
                GERMAN,
                [
                    "You deploy first: a thin line in the woods, the regiments in the towns behind it.",
                    "Put the 116th Panzer near the east or south edge: it has to be gone after turn 4.",
                    "Guns in the middle reach most of the front.",
                ],
            ),
    ]
}
