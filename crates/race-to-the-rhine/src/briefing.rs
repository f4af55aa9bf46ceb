//! What a newcomer reads before the first move.

use crate::components::Commander;
use referee::Briefing;

const TURN: [&str; 3] = [
    "Two actions: take supply, take trucks, transport, move a corps, air support, a landing.",
    "Then the Axis reaction: a marker in front of the others, or one of their markers taken away.",
    "When the trucks run out there is a Supply Check: a corps without food cannot move until it is fed.",
];
const ALONE: [&str; 3] = [
    "Two actions: take supply, take trucks, transport, move a corps, air support, a landing.",
    "Then dice turn numbered markers to the Axis side.",
    "When the trucks run out a Supply Check comes: a corps without food stands still until it is fed.",
];
const AIM: &str = "Take an area across the Rhine with a line of your own areas back to your base: that wins at once. Otherwise the most medals win once the Axis markers run out.";
const ALONE_AIM: &str = "Take an area across the Rhine with a line of your own areas back to your base, in as few rounds as you can. When \
                         all numbered markers have turned, the race is lost.";

fn first(who: Commander) -> [&'static str; 3] {
    match who {
        Commander::Monty => [
            "Gas first: three from the stock, then trucks to bring it forward.",
            "Leave a corps for the ports: with Antwerpen and its four approaches open your base lies at the front.",
            "Drive one corps ahead with gas, ammo and food on its card; the others keep the road open.",
        ],
        Commander::Brad => [
            "You start with more trucks per transport than the others: use them every other turn.",
            "Send one corps through Belgium for Aachen and Köln, and load it with ammo before the West Wall.",
            "Watch the deck with your aircraft before a corps goes in.",
        ],
        Commander::Patton => [
            "Nothing but distance lies ahead of you: get gas, gas and more gas.",
            "Move a corps two or three areas a turn while there are no Axis markers.",
            "Have ammo on the cards before Metz and the Saar.",
        ],
    }
}

pub(crate) fn all() -> Vec<Briefing> {
    let with = |id: &str, time: &str, who: &[Commander]| {
        let begin = Briefing::new(&[id], 1, time, &TURN);
        who.iter().fold(begin, |briefing, who| briefing.side(who.seat(), AIM, first(*who)))
    };
    let alone = |id: &str, who: Commander| {
        Briefing::new(&[id], 2, "about an hour", &ALONE).side(who.seat(), ALONE_AIM, first(who))
    };
    let [monty, brad, patton] = Commander::ALL;
    vec![
        with("three", "about two hours", &Commander::ALL),
        with("monty-brad", "about an hour and a half", &[monty, brad]),
        with("brad-patton", "about an hour and a half", &[brad, patton]),
        with("monty-patton", "about an hour and a half", &[monty, patton]),
        alone("solo-monty", monty),
        alone("solo-brad", brad),
        alone("solo-patton", patton),
    ]
}
