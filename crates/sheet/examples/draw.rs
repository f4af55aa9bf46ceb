//! Draws a sheet from a map file and a unit file, or the made-up sheets of the tests:
//! `draw OUT.svg map.txt units.txt`, `draw OUT.svg made-up`, `draw OUT.svg areas`.

use std::error::Error;
use std::fs;

use sheet::Options;

#[path = "../tests/fixture/mod.rs"]
mod fixture;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let plain = arguments.iter().any(|a| a == "--no-counters");
    let bare = arguments.iter().any(|a| a == "--no-frame");
    let unsure = arguments.iter().any(|a| a == "--unsure");
    let words: Vec<&str> = arguments.iter().filter(|a| !a.starts_with("--")).map(String::as_str).collect();
    let (out, (kit, scene)) = match words.as_slice() {
        [out, "made-up"] => (out, fixture::made_up()),
        [out, "areas"] => (out, (fixture::areas(), Default::default())),
        [out, map, units] => {
            (out, fixture::from_files("Hex Game", &fs::read_to_string(map)?, &fs::read_to_string(units)?))
        }
        _ => {
            return Err(
                "usage: draw OUT.svg (MAP UNITS | made-up | areas) [--no-counters] [--no-frame] [--unsure]".into()
            );
        }
    };
    let options = Options { counters: !plain, frame: !bare, shade_unsure: unsure, ..Options::default() };
    fs::write(out, sheet::draw(&kit, Some(&scene), &options))?;
    Ok(())
}
