//! Our own drawings, in `art/`: supplies, markers, emblems of the commanders, badges of the corps, pictures on
//! cards. Supplies have three outlines and three lightnesses, so that they survive at twelve pixels and in grey.

use referee::Art;

const ART: &[(&str, &str)] = &[
    ("ammo", include_str!("../art/ammo.svg")),
    ("axis", include_str!("../art/axis.svg")),
    ("badge-I-BR", include_str!("../art/badge-I-BR.svg")),
    ("badge-II-CAN", include_str!("../art/badge-II-CAN.svg")),
    ("badge-V", include_str!("../art/badge-V.svg")),
    ("badge-VII", include_str!("../art/badge-VII.svg")),
    ("badge-XII", include_str!("../art/badge-XII.svg")),
    ("badge-XII-BR", include_str!("../art/badge-XII-BR.svg")),
    ("badge-XIX", include_str!("../art/badge-XIX.svg")),
    ("badge-XV", include_str!("../art/badge-XV.svg")),
    ("badge-XX", include_str!("../art/badge-XX.svg")),
    ("badge-XXX-BR", include_str!("../art/badge-XXX-BR.svg")),
    ("blockade", include_str!("../art/blockade.svg")),
    ("card-armored", include_str!("../art/card-armored.svg")),
    ("card-boches", include_str!("../art/card-boches.svg")),
    ("card-civilians", include_str!("../art/card-civilians.svg")),
    ("card-division", include_str!("../art/card-division.svg")),
    ("card-elite", include_str!("../art/card-elite.svg")),
    ("card-event", include_str!("../art/card-event.svg")),
    ("card-liberation", include_str!("../art/card-liberation.svg")),
    ("card-market", include_str!("../art/card-market.svg")),
    ("card-recon", include_str!("../art/card-recon.svg")),
    ("card-resistance", include_str!("../art/card-resistance.svg")),
    ("card-stock", include_str!("../art/card-stock.svg")),
    ("card-supplies", include_str!("../art/card-supplies.svg")),
    ("drop", include_str!("../art/drop.svg")),
    ("flag", include_str!("../art/flag.svg")),
    ("food", include_str!("../art/food.svg")),
    ("gas", include_str!("../art/gas.svg")),
    ("hand", include_str!("../art/hand.svg")),
    ("medal", include_str!("../art/medal.svg")),
    ("plane", include_str!("../art/plane.svg")),
    ("rain", include_str!("../art/rain.svg")),
    ("seat-0", include_str!("../art/seat-0.svg")),
    ("seat-1", include_str!("../art/seat-1.svg")),
    ("seat-2", include_str!("../art/seat-2.svg")),
    ("sun", include_str!("../art/sun.svg")),
    ("truck", include_str!("../art/truck.svg")),
    ("cover", include_str!("../art/cover.svg")),
];

pub(crate) fn all() -> Vec<Art> {
    ART.iter().map(|(name, svg)| Art { name: (*name).into(), svg: (*svg).into() }).collect()
}

/// The badge of a corps by its name, or the common sign of an owner's own corps.
pub(crate) fn badge(corps: &str) -> String {
    let name = format!("badge-{}", corps.replace(' ', "-"));
    if ART.iter().any(|(art, _)| *art == name) { name } else { "infantry".into() }
}
