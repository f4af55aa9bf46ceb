//! Draws the made-up sheets of the tests: `draw made-up > OUT.svg`, `draw areas`, `draw large`.

use sheet::Options;

#[path = "../tests/fixture/mod.rs"]
mod fixture;

fn main() {
    let which = std::env::args().nth(1).unwrap_or_default();
    let (kit, scene) = match which.as_str() {
        "areas" => (fixture::areas(), Default::default()),
        "large" => (fixture::large(), Default::default()),
        _ => fixture::made_up(),
    };
    println!("{}", sheet::draw(&kit, Some(&scene), &Options::default()));
}
