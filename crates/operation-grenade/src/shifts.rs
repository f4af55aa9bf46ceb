//! [9.33] Terrain lines and hilltops, divisional integrity [9.4], combined arms [9.5], surprise [18.2], mud.

use crate::OperationGrenade;
use crate::components::{Ground, Kind};
use crate::event::Event;
use crate::state::{Battle, Flood, Hexes, Side, State, Unit, Units};
use referee::{Rule, Spot};

/// One reason to shift the column by one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shift {
    /// [9.43] By the division of this unit.
    Integrity { division: Unit, right: bool },
    /// [9.62]
    Gun { gun: Unit, right: bool },
    /// [9.35]
    Hilltop { attacker: bool },
    /// [9.53] One stack.
    CombinedArms,
    /// [13.11]
    Air { right: bool },
    /// [18.21]
    Surprise,
    /// [24.22.c]
    Mud,
}

impl Shift {
    pub(crate) fn columns(self) -> i32 {
        let right = match self {
            Shift::Integrity { right, .. } | Shift::Gun { right, .. } | Shift::Air { right } => right,
            Shift::Hilltop { attacker } => attacker,
            Shift::CombinedArms | Shift::Surprise => true,
            Shift::Mud => false,
        };
        if right { 1 } else { -1 }
    }

    pub(crate) fn rule(self) -> Rule {
        match self {
            Shift::Integrity { .. } => Rule("9.43"),
            Shift::Gun { .. } => Rule("9.62"),
            Shift::Hilltop { .. } => Rule("9.35"),
            Shift::CombinedArms => Rule("9.53"),
            Shift::Air { .. } => Rule("13.11"),
            Shift::Surprise => Rule("18.21"),
            Shift::Mud => Rule("24.22.c"),
        }
    }

    /// What is told of it; guns and aircraft were noted when they were named.
    pub(crate) fn event(self) -> Option<Event> {
        match self {
            Shift::Integrity { division, right } => Some(Event::Integrity { division, right }),
            Shift::Hilltop { attacker } => Some(Event::Hilltop { attacker }),
            Shift::CombinedArms => Some(Event::CombinedArms),
            Shift::Surprise => Some(Event::Surprise),
            Shift::Mud => Some(Event::MudShift),
            Shift::Gun { .. } | Shift::Air { .. } => None,
        }
    }
}

impl OperationGrenade {
    /// [9.26], [9.33], [27.1.b], [17.14] The line that is best for the defender of all hexes attacked. A flooded hex that was swamp
    /// uses the hilltop line, any other the swamp line.
    pub(crate) fn line(&self, s: &State, battle: &Battle) -> u8 {
        let line_of = |ground: Ground| self.components.tables.combat.line_of[ground as usize];
        let line = |hex: Spot| {
            let flooded = self.is_flash(s) && self.components.map.valley.contains(hex);
            match self.printed_ground(hex) {
                Ground::Swamp if flooded => line_of(Ground::Hilltop),
                ground => line_of(if flooded { Ground::Swamp } else { ground }),
            }
        };
        battle.targets.iter().map(line).min().unwrap_or(0)
    }

    /// [9.88.b] Every shift of a combat, in the order of the book.
    pub(crate) fn each_shift(&self, s: &State, battle: &Battle, mut tell: impl FnMut(Shift)) {
        self.integrity(s, battle, &mut tell);
        for gun in battle.guns {
            tell(Shift::Gun { gun, right: self.side(gun) == battle.side });
        }
        let targets: Hexes = battle.targets.iter().collect();
        // [9.35.a] The defender leads.
        if self.looks_down(s, battle, battle.side.other(), targets) {
            tell(Shift::Hilltop { attacker: false }); // [9.34.a] an attacked hilltop does not help here
        } else if self.looks_down(s, battle, battle.side, Hexes::empty()) {
            tell(Shift::Hilltop { attacker: true });
        }
        (0..self.combined_arms(s, battle)).for_each(|_| tell(Shift::CombinedArms));
        for (side, right) in [(battle.side, true), (battle.side.other(), false)] {
            if battle.air[side] {
                tell(Shift::Air { right });
            }
        }
        if battle.side == Side::US && self.is_surprise(s) {
            tell(Shift::Surprise);
        }
        if s.is_mud() {
            tell(Shift::Mud);
        }
    }

    pub(crate) fn all_shifts(&self, s: &State, battle: &Battle) -> i32 {
        let mut sum = 0;
        self.each_shift(s, battle, |shift| sum += shift.columns());
        sum
    }

    /// [9.41], [9.43], [9.44] A whole division next to the hexes attacked, with one regiment attacking; [9.42] for the
    /// defender a fighting regiment with another of its division beside it. [27.2] Cadres and Kampfgruppen are none.
    fn integrity(&self, s: &State, battle: &Battle, tell: &mut impl FnMut(Shift)) {
        let mut whole = 0;
        let most = self.components.tables.limits.integrity_attack;
        let counts = |unit: Unit| self.is_hex(s.at(unit)) && !s.cadre.contains(unit);
        let touches = |unit: Unit| self.around(s.at(unit)).iter().any(|near| battle.targets.as_slice().contains(near));
        for division in self.divisions.iter().filter(|division| division.intersects(&battle.attackers)) {
            if whole < most && division.iter().all(|unit| counts(unit) && touches(unit)) {
                whole += 1;
                let division = division.first().expect("a division has regiments");
                tell(Shift::Integrity { division, right: true });
            }
        }
        let near = |a: Unit, b: Unit| self.components.map.grid.distance(s.at(a), s.at(b)) <= 1;
        let helped = |division: &&Units| {
            let fighting = (**division & battle.defenders) - s.cadre;
            fighting.iter().any(|unit| division.iter().any(|it| it != unit && counts(it) && near(it, unit)))
        };
        if let Some(division) = self.divisions.iter().find(helped) {
            let division = division.first().expect("a division has regiments");
            tell(Shift::Integrity { division, right: false });
        }
    }

    /// [9.34], [9.35] Somebody on a hilltop within two hexes of the fight, [9.33.a] counted with the hex that defends.
    fn looks_down(&self, s: &State, battle: &Battle, side: Side, barred: Hexes) -> bool {
        let range = self.components.tables.limits.hilltop_range;
        let hills = (s.here[side] & self.hilltops) - barred;
        let flooded = |hex: Spot| self.is_flash(s) && self.components.map.valley.contains(hex);
        hills
            .iter()
            .filter(|hex| !flooded(*hex))
            .any(|hex| battle.targets.iter().any(|target| self.components.map.grid.distance(hex, target) <= range))
    }

    /// [9.51], [9.52], [9.53] Stacks with combined arms; [9.54] none against a stack that bars them; [9.55] one at most over
    /// rivers.
    fn combined_arms(&self, s: &State, battle: &Battle) -> usize {
        if battle.targets.iter().any(|hex| self.bars_combined_arms(s, battle, hex)) {
            return 0;
        }
        let hexes: Hexes = battle.attackers.iter().map(|unit| s.at(unit)).collect();
        let combined = |hex: &Spot| {
            let stack: Units = s.units_in(*hex).filter(|unit| battle.attackers.contains(*unit)).collect();
            let is_tank = |unit: Unit| self.card(unit).kind == Kind::Tank;
            (stack.iter().any(is_tank) && !stack.iter().all(is_tank))
                || stack.iter().any(|unit| self.has_built_in_arms(s, unit))
        };
        let stacks = hexes.iter().filter(combined).count();
        let all_over_rivers = || {
            hexes.iter().all(|from| {
                battle.targets.iter().all(|to| self.board().edge(from, to).is_some_and(|edge| self.is_river(s, edge)))
            })
        };
        if stacks > 1 && all_over_rivers() { 1 } else { stacks }
    }

    /// [9.52] The class stands in parentheses, and the unit is no cadre [9.52.a].
    fn has_built_in_arms(&self, s: &State, unit: Unit) -> bool {
        self.draws(s, unit).is_some_and(|draws| draws.combined)
    }

    /// [9.54], [9.54.a] A tank or anti-tank unit with another, a parenthesised class, or works [12.22] that nobody clears.
    fn bars_combined_arms(&self, s: &State, battle: &Battle, hex: Spot) -> bool {
        let armour = |unit: Unit| matches!(self.card(unit).kind, Kind::Tank | Kind::AntiTank);
        let other = |unit: Unit| self.card(unit).kind != Kind::Tank;
        let paired = s.units_in(hex).any(|x| armour(x) && s.units_in(hex).any(|y| y != x && other(y)));
        let built_in = s.units_in(hex).any(|unit| self.has_built_in_arms(s, unit));
        let works = battle.side == Side::US && self.has_works(hex) && self.cleared_by(s, battle, hex).is_none();
        paired || built_in || works
    }

    /// [18.21] A gradual flood and an early D-Day, on Game-Turn One; [18.22] otherwise none.
    pub(crate) fn is_surprise(&self, s: &State) -> bool {
        s.turn == 1 && s.flood == Flood::Gradual && s.d_day <= self.components.tables.track.surprise_until
    }
}
