//! What a newcomer reads before the first move.

use crate::state::Side;
use referee::Briefing;

const TURN: [&str; 4] = [
    "Before the first day the German chooses the flood, then the US player the day of the crossing.",
    "Each day supply is checked, then the US moves and attacks every German next to its units.",
    "The Germans do the same; three dice bring them reinforcements.",
    "After 4 March the US points alone decide.",
];

pub(crate) fn all() -> Vec<Briefing> {
    vec![
        Briefing::new(&["grenade"], 2, "three to four hours", &TURN)
            .side(
                Side::US.seat(),
                "15 points win, more than 22 win decisively. Köln, Moers, Geldern and Rheinberg score 3, six other \
                 towns 1, each Rhine bridge that a unit crosses and stays across 5.",
                [
                    "Cross in two or three places, each with a whole division and its guns, not everywhere.",
                    "Cross as early as the water allows: every day you wait is a day less to reach the Rhine.",
                    "Bring the armor over on the third day and drive for the towns; do not stop to fight for villages.",
                ],
            )
            .side(
                Side::German.seat(),
                "Keep the US below 15 points.",
                [
                    "Hold the river where its current is strongest; elsewhere stand a hex behind it.",
                    "Fall back from town to town, and never leave the Rhine bridges without a guard.",
                    "Blow a bridge in time rather than too late: each one crossed is worth five points.",
                ],
            ),
    ]
}
