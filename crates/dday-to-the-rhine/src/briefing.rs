//! What a newcomer reads before the first move.

use crate::components::Side;
use referee::Briefing;

const TURN: [&str; 4] = [
    "The Germans bring in reinforcements and buy back steps.",
    "They move and attack, 1 RP for each move and each attack.",
    "The Allies count their ports, bring in units and buy back steps.",
    "They move and attack. RP that are left over are lost.",
];
const ASHORE: [&str; 3] = [
    "Land at both beaches: the odds are nineteen in twenty that both succeed.",
    "Take Cherbourg and Caen. Every port is one RP a month, and without ports nothing moves in August.",
    "Attack one hex with two or three corps, with bombers in clear weather. Attrition decides until the front breaks.",
];
const BEACHES: [&str; 3] = [
    "Move what is near in between Caen and the Cotentin: every hex around a beach-head costs him steps.",
    "Put panzers where he attacks, and infantry in towns and behind rivers: terrain costs him dice.",
    "Hold the ports with fortress units; every month without one starves an army.",
];
const INLAND: [&str; 3] = [
    "Count your RP first: move only where you can also afford to attack.",
    "Clear the Scheldt: Antwerp gives three RP a month, but only with the four hexes north of it free.",
    "Cross a river with an airborne unit, or with three corps at once.",
];
const WALL: [&str; 3] = [
    "Fill the West Wall and the cities in front of the Rhine; each one costs him a month.",
    "Keep the panzers together and behind the line. They belong to no army group and join any attack.",
    "Decide when the counter-offensive comes: in November it surprises most, in January it is strongest.",
];
const CARDS: &str = "You have one secret objective card, judged at the end of March. Holding Essen, Düsseldorf and Dortmund together wins at once.";
const GERMAN_CARDS: &str = "You have one secret objective card, judged at the end of March. If both sides or neither reach theirs, the Allies need two cities of the Ruhr or eight German cities.";

pub(crate) fn all() -> Vec<Briefing> {
    let brief = |id: &str, hard, time: &str, (aim, first), (other, theirs)| {
        let (allied, german) = (Side::Allied.seat(), Side::German.seat());
        Briefing::new(&[id], hard, time, &TURN).side(allied, aim, first).side(german, other, theirs)
    };
    vec![
        brief("campaign", 3, "an afternoon", (CARDS, ASHORE), (GERMAN_CARDS, BEACHES)),
        brief(
            "normandy",
            1,
            "about an hour and a half",
            ("At the end of August hold Paris and working ports worth four; beach-heads do not count.", ASHORE),
            ("Keep him out of Paris, or keep the ports closed, until the end of August.", BEACHES),
        ),
        brief(
            "france",
            2,
            "about two hours",
            ("At the end of September hold Paris, Brussels, Antwerp and a city east of the Meuse.", ASHORE),
            ("Deny him one of four: Paris, Brussels, Antwerp, or any city east of the Meuse.", BEACHES),
        ),
        brief(
            "christmas",
            2,
            "about three hours",
            ("By the end of December hold a city of the Ruhr, or have a supplied unit over the Rhine.", ASHORE),
            (
                "Until the end of December keep him out of the Ruhr, and let no supplied unit of his cross the Rhine.",
                BEACHES,
            ),
        ),
        brief("autumn", 2, "about three hours", (CARDS, INLAND), (GERMAN_CARDS, WALL)),
        brief("winter", 2, "about two hours", (CARDS, INLAND), (GERMAN_CARDS, WALL)),
    ]
}
