//! What the rulebook prints of map, counters and charts, beside our files.

use operation_grenade::components::{Components, Place, Quarter, files, load};
use operation_grenade::state::Side;

fn components() -> Components {
    load(&files()).expect("the embedded files are sound")
}

/// [8.3] Three pools; [9.82] the weaker side is half of the stronger, and nothing where that is 1 or 2.
#[test]
fn chits() {
    let chits = components().chits;
    let sizes = chits.pools.each_ref().map(|pool| pool.iter().map(|line| u32::from(line.count)).sum::<u32>());
    assert_eq!(sizes, [25, 39, 22]);
    for line in chits.pools.iter().flatten() {
        for (front, back) in line.front.iter().zip(line.back) {
            assert_eq!(back, if *front < 3 { 0 } else { front / 2 }, "{line:?}");
        }
    }
}

/// [28.1] Ten towns with 18 points, [28.21] ten bridges with 5 each, [21.0] ours: 34 towns with a Value.
#[test]
fn goals() {
    let components = components();
    let map = &components.map;
    assert_eq!(map.victory.len(), 10);
    assert_eq!(map.victory.iter().map(|town| u32::from(town.points)).sum::<u32>(), 18);
    assert_eq!((map.bridges.len(), components.tables.bridge_points), (10, 5));
    assert_eq!((map.levies.len(), map.valley.len()), (34, 31));
    assert_eq!((map.entrenchments.len(), map.improved.len()), (15, 56));
    let points = |points: &str| map.grid.read(points).expect("a hex of the map");
    for three in ["0419", "2218", "2613", "2618"] {
        let town = map.victory.iter().find(|town| town.hex == points(three)).expect("a victory hex");
        assert_eq!(town.points, 3, "{three}");
    }
}

/// [16.1], [16.2] Everybody stands in the hex that is printed for him: some of each side, and how many there are.
#[test]
fn set_up() {
    let components = components();
    let name = |unit: &str| {
        let card = components.units.iter().find(|card| card.name == unit).expect("a unit of the game");
        match card.place {
            Place::At(hex) => components.map.grid.name(hex),
            _ => "off".into(),
        }
    };
    for (unit, hex) in
        [("13/8", "0108"), ("413/104", "0308"), ("Hze/3A", "0303"), ("115/29", "0707"), ("668/58", "2521")]
    {
        assert_eq!(name(unit), hex, "{unit}");
    }
    let printed = || components.units.iter().filter(|card| matches!(card.place, Place::At(_)));
    let on_map = |side| printed().filter(|card| card.side == side).count();
    let free = components.units.iter().filter(|card| matches!(card.place, Place::Free(_))).count();
    assert_eq!((components.units.len(), free), (143, 32));
    assert!(on_map(Side::US) > 40 && on_map(Side::German) > 30);
}

/// [23.1], [23.2], [23.3] Three groups from each edge.
#[test]
fn reinforcements() {
    let components = components();
    for quarter in Quarter::ALL {
        for group in 1..=3 {
            let of =
                |place: Place| matches!(place, Place::Group { quarter: q, group: g, .. } if q == quarter && g == group);
            assert!(
                components.units.iter().any(|card| of(card.place) && card.side == Side::German),
                "{quarter:?} {group}"
            );
        }
    }
}

/// [28.3] Six levels, [24.15] the weather, [22.22] the dice that blow a bridge.
#[test]
fn charts() {
    let tables = components().tables;
    let levels: Vec<u16> = tables.levels.iter().map(|level| level.at_least).collect();
    assert_eq!(levels, [23, 18, 15, 12, 9, 0]);
    assert_eq!(tables.rhine, [(3, 11), (4, 11), (5, 11)]);
    assert_eq!((tables.track.days(), tables.track.d_day.len()), (16, 8));
    assert_eq!(tables.air, [([6, 3, 0], 1), ([2, 1, 0], 2)]);
}
