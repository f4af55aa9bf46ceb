//! What a newcomer reads before the first move.

use crate::state::Side;
use referee::Briefing;

pub(crate) fn all() -> Vec<Briefing> {
    let turn = ["The US moves, then fights.", "The German moves, then fights.", "After the fifth turn it is dusk."];
    vec![
        Briefing::new(&["dusk"], 1, "ten minutes", &turn)
            .side(
                Side::US.seat(),
                "Be the last to enter Kelmbrück. If the bridge still stands as well, the victory is decisive.",
                [
                    "Send two platoons along the road to the bridge; the charge under it may fail.",
                    "Send the others round by the ford: if the bridge goes up, they are your way in.",
                    "Attack with two or three together. One alone rarely drives anybody off.",
                ],
            )
            .side(
                Side::GE.seat(),
                "Keep the village. If no US unit stands beyond the Kelm at dusk either, the victory is decisive.",
                [
                    "Hide the mine where he has to pass.",
                    "Stand behind the river: whoever crosses has to stop next to you.",
                    "Give ground rather than a platoon, but be back in the village at dusk.",
                ],
            ),
    ]
}
