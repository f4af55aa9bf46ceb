use hurtgen_forest::{HurtgenForest, files};
use referee::*;
fn main() {
    let game = HurtgenForest::new(&files()).unwrap();
    println!("state {} action {}", size_of::<hurtgen_forest::State>(), size_of::<hurtgen_forest::Action>());
    let games: u64 = std::env::args().nth(1).map_or(100, |n| n.parse().unwrap());
    for scenario in ["historical"] {
        let setup = Setup { scenario: scenario.into(), options: vec![] };
        let mut bot = bots::RandomBot::default();
        let start = std::time::Instant::now();
        let mut n = 0u64;
        let mut by = std::collections::BTreeMap::new();
        for seed in 0..games {
            let mut dice = Seeded(seed);
            let mut s = game.deal(&setup, &mut Referee::silent(&mut dice));
            loop {
                let Awaits::Decision(d) = game.awaits(&s) else { break };
                *by.entry(d.question).or_insert(0u64) += 1;
                let a = bot.decide(&game, &s, &mut dice).unwrap();
                game.play(&mut s, &a, &mut Referee::silent(&mut dice));
                n += 1;
            }
            if seed < 6 { println!("{:?} {:?}", game.awaits(&s), s.points); }
        }
        let t = start.elapsed();
        println!("{scenario}: {n} decisions, {} per game, {:.0} /s", n / games, n as f64 / t.as_secs_f64());
        println!("{by:#?}");
    }
}
