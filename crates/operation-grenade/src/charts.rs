//! The charts of the game as a player looks them up, each with its source. Built from `data/`: whoever replaces a
//! file sees his own figures here.

use crate::OperationGrenade;
use crate::components::{CombatLine, Costs, Ground, Quarter, is_printed};
use crate::kit::capital;
use crate::state::{Side, Weather};
use crate::words::points;
use referee::Chart;

/// Index of the Combat Results Table in the kit.
pub(crate) const COMBAT: u8 = 0;

impl OperationGrenade {
    pub(crate) fn charts(&self) -> Vec<Chart> {
        vec![
            self.combat_chart(),
            self.shift_chart(),
            self.terrain_chart(),
            self.defence_chart(),
            self.current_chart(),
            self.weather_chart(),
            self.chit_chart(),
            self.bridge_chart(),
            self.reinforcement_chart(),
            self.victory_chart(),
            self.level_chart(),
        ]
    }

    /// [9.88]
    fn combat_chart(&self) -> Chart {
        let (table, source) = (&self.components.tables.combat, &self.components.sources.combat);
        let head = |line: &CombatLine| {
            let words: Vec<&str> = line.terrain.iter().map(|ground| ground.word()).collect();
            std::iter::once(capital(&words.join(", "))).chain(line.columns.iter().cloned()).collect()
        };
        let row = |dice: i32| {
            let cells = (0..table.results.columns()).map(|column| table.results.result(dice - 2, column).word());
            (dice.to_string(), cells.collect())
        };
        let remark = "Two dice. A, D: attacker, defender loses so many hexes or steps; in parentheses the steps that must \
                      be lost. Columns beyond the ends use the first or the last, before and after all shifts. \
                      Breakthroughs: every D3 and D4";
        let source = sourced(remark, [source.provenance.as_str(), source.breakthrough.provenance.as_str()]);
        Chart {
            name: "Combat Results Table".into(),
            rule: "9.88".into(),
            sure: is_printed(&self.components.sources.combat.provenance),
            heads: table.lines.iter().map(head).collect(),
            rows: (2..=12).map(row).collect(),
            remark: source,
        }
    }

    /// [9.88.b]
    fn shift_chart(&self) -> Chart {
        let limits = &self.components.tables.limits;
        let rows = [
            (
                "Divisional integrity of the attacker",
                format!("+1 a division, {} at most", limits.integrity_attack),
                "9.43",
            ),
            ("Divisional integrity of the defender", "-1".into(), "9.43"),
            (
                "Attacker's guns",
                format!("+1 each, {} at most, range {}", limits.support_attack, limits.support_range),
                "9.62",
            ),
            ("Defender's gun", "-1".into(), "9.62"),
            ("Defender on a hilltop near the fight", "-1, and the attacker's hilltop does not count".into(), "9.35"),
            ("Attacker on a hilltop near the fight", "+1".into(), "9.35"),
            ("Combined arms", "+1 for each attacking stack; none against works or combined arms".into(), "9.53"),
            ("Air Point", "+1 for the attacker, -1 for the defender".into(), "13.11"),
            ("Surprise", "+1 for the US on Game-Turn One, gradual flood, early D-Day".into(), "18.21"),
            ("Mud", "-1".into(), "24.22.c"),
        ];
        Chart {
            name: "Column shifts".into(),
            rule: "9.88.b".into(),
            sure: true,
            heads: vec![vec!["Reason".into(), "Columns".into(), "Rule".into()]],
            rows: rows.map(|(what, effect, rule)| (what.into(), vec![effect, rule.into()])).into(),
            remark: "All shifts are added up, then the column is kept on the table.".into(),
        }
    }

    /// [5.62]
    fn terrain_chart(&self) -> Chart {
        let tables = &self.components.tables;
        let [foot, mechanized] = &tables.costs;
        let cost = |sixths: Option<u16>| sixths.map_or("P".into(), points);
        let ground = |costs: &Costs, ground: Ground| {
            let [dry, wet] = [0, 1].map(|mud| cost(costs.ground[mud][ground as usize]));
            if dry == wet { dry } else { format!("{dry}, mud {wet}") }
        };
        let mut rows: Vec<(String, Vec<String>)> = vec![];
        for it in Ground::ALL {
            let line = tables.combat.line_of[it as usize] + 1;
            let line = if it == Ground::Lake { String::new() } else { line.to_string() };
            rows.push((capital(it.word()), vec![ground(foot, it), ground(mechanized, it), line]));
        }
        let adds = |sixths: Option<u16>| sixths.map_or("P".into(), |sixths| format!("+{}", points(sixths)));
        rows.push(("Stream".into(), vec![adds(foot.stream), adds(mechanized.stream), String::new()]));
        rows.push(("River".into(), vec![adds(foot.river), adds(mechanized.river), String::new()]));
        let road = |costs: &Costs| {
            let [dry, wet] = costs.march.map(points);
            let march = if dry == wet { dry } else { format!("{dry}, mud {wet}") };
            format!("{}; marching {march}", points(costs.road))
        };
        rows.push(("Road".into(), vec![road(foot), road(mechanized), String::new()]));
        Chart {
            name: "Terrain Effects".into(),
            rule: "5.62".into(),
            sure: is_printed(&self.components.sources.terrain.provenance),
            heads: vec![["Terrain", "On foot", "Mechanized", "Combat line"].map(String::from).into()],
            rows,
            remark: sourced(
                "P: prohibited but by road. A road takes the place of hex and hexside. The map itself is reconstructed",
                [self.components.sources.terrain.provenance.as_str()],
            ),
        }
    }

    /// [9.32], [12.21], [20.1], [22.25.a]
    fn defence_chart(&self) -> Chart {
        let tables = &self.components.tables;
        let row = |what: &str, effect: String, rule: &str| (what.into(), vec![effect, rule.into()]);
        Chart {
            name: "Defence over water and in works".into(),
            rule: "9.32".into(),
            sure: is_printed(&self.components.sources.defence.provenance),
            heads: vec![vec!["Defender".into(), "Strength".into(), "Rule".into()]],
            rows: vec![
                row("All attackers over a river", format!("x{}", tables.river), "9.32"),
                row("The same, Germans in an entrenchment", format!("x{}", tables.river_entrenched), "9.32"),
                row("Germans in an entrenchment", format!("x{}", tables.entrenched), "12.21"),
                row("Improved position", format!("+{} for the hex", tables.improved_adds), "20.1"),
                row("Attack over a Rhine bridge", format!("x{}", tables.rhine_bridge), "22.25.a"),
            ],
            remark: sourced(
                "The Roer in a gradual flood has a table of its own",
                [self.components.sources.defence.provenance.as_str()],
            ),
        }
    }

    /// [18.11], [18.12]
    fn current_chart(&self) -> Chart {
        let tables = &self.components.tables;
        let mut rows: Vec<(String, Vec<String>)> = vec![];
        for card in &tables.currents {
            let dice = if card.die.0 == card.die.1 {
                card.die.0.to_string()
            } else {
                format!("{}-{}", card.die.0, card.die.1)
            };
            let times = [card.upper, card.lower, card.lower_entrenched].map(|n| format!("x{n}"));
            rows.push((capital(card.current.word()), std::iter::once(dice).chain(times).collect()));
        }
        let days = (0u8..).zip(&tables.track.d_day).map(|(day, adds)| {
            let date = tables.track.date(day);
            format!("{} {adds:+}", date.split(' ').next().unwrap_or_default())
        });
        let remark = format!(
            "Die for D-Day in February: {}. The current lasts until {}; D-Day until {} surprises",
            days.collect::<Vec<_>>().join(", "),
            tables.track.date(tables.track.current_until),
            tables.track.date(tables.track.surprise_until)
        );
        let sources = self.components.sources.current.iter().map(|source| source.provenance.as_str());
        Chart {
            name: "Current of the Roer".into(),
            rule: "18.11".into(),
            sure: self.components.sources.current.iter().all(|source| is_printed(&source.provenance)),
            heads: vec![["Current", "Die", "Upper Roer", "Lower Roer", "Lower, entrenched"].map(String::from).into()],
            rows,
            remark: sourced(&remark, sources),
        }
    }

    /// [24.15], [25.0]
    fn weather_chart(&self) -> Chart {
        let tables = &self.components.tables;
        let row = |weather: Weather| {
            let dice: Vec<String> =
                (0..8).filter(|die| tables.weather.table[*die] == weather).map(|die| die.to_string()).collect();
            let sky = match weather {
                Weather::Clear | Weather::Thaw => 0,
                Weather::Light => 1,
                Weather::Rain => 2,
            };
            let air = Side::BOTH.map(|side| tables.air[side as usize].0[sky].to_string());
            let mud = matches!(weather, Weather::Thaw | Weather::Rain);
            let ground = if mud { "mud, this turn and the next" } else { "" };
            (capital(weather.sentence()), [&[dice.join(", ")][..], &air, &[ground.into()]].concat())
        };
        let weather = &tables.weather;
        let remark = format!(
            "Die {:+} after clear weather, {:+} after heavy overcast, {:+} on the first turn. In mud streams are rivers, \
             mechanized units crawl and every attack shifts one column left",
            weather.after_clear, weather.after_heavy, weather.first_turn
        );
        let sources = &self.components.sources;
        Chart {
            name: "Weather and Air Points".into(),
            rule: "24.15".into(),
            sure: is_printed(&sources.weather.provenance),
            heads: vec![["Weather", "Die", "US air", "German air", "Ground"].map(String::from).into()],
            rows: Weather::ALL.map(row).into(),
            remark: sourced(&remark, [sources.weather.provenance.as_str(), sources.air.provenance.as_str()]),
        }
    }

    /// [8.31]
    fn chit_chart(&self) -> Chart {
        let mut rows: Vec<(String, Vec<String>)> = vec![];
        for (pool, lines) in (1..).zip(&self.components.chits.pools) {
            let of = |class: usize, back: bool| {
                let mut all: Vec<u8> =
                    lines.iter().map(|line| if back { line.back[class] } else { line.front[class] }).collect();
                all.sort_unstable();
                format!("{}-{}", all.first().unwrap_or(&0), all.last().unwrap_or(&0))
            };
            let mean = |class: usize| {
                let count: u32 = lines.iter().map(|line| u32::from(line.count)).sum();
                let sum: u32 = lines.iter().map(|line| u32::from(line.count) * u32::from(line.front[class])).sum();
                let tenths = (sum * 10 + count / 2) / count.max(1);
                format!("{}.{}", tenths / 10, tenths % 10)
            };
            let count: u32 = lines.iter().map(|line| u32::from(line.count)).sum();
            let cells = [0, 1, 2]
                .map(|class| format!("{}, mean {}; weak side {}", of(class, false), mean(class), of(class, true)));
            rows.push((format!("Morale {pool}"), std::iter::once(count.to_string()).chain(cells).collect()));
        }
        Chart {
            name: "Strength chits".into(),
            rule: "8.31".into(),
            sure: false,
            heads: vec![["Pool", "Chits", "Class A", "Class B", "Class C"].map(String::from).into()],
            rows,
            remark: "A unit draws at its first combat from the pool of its morale. Source: pools 1 and 2 derived from legible \
                     backs, pool 3 reconstructed; data/chits.txt has every chit."
                .into(),
        }
    }

    /// [22.22]
    fn bridge_chart(&self) -> Chart {
        let names =
            ["A German unit other than Volkssturm holds the eastern end", "The eastern end is open", "With a ruse"];
        let rules = ["22.22.a", "22.22.b", "22.22.c"];
        let ways = |(least, most): (u8, u8)| {
            (1..=6).flat_map(|a| (1..=6).map(move |b| a + b)).filter(|sum| (least..=most).contains(sum)).count()
        };
        let row = |i: usize| {
            let dice = self.components.tables.rhine[i];
            let cells = vec![format!("{}-{}", dice.0, dice.1), format!("{} of 36", ways(dice)), rules[i].into()];
            (names[i].into(), cells)
        };
        Chart {
            name: "Blowing a Rhine bridge".into(),
            rule: "22.22".into(),
            sure: is_printed(&self.components.sources.rhine.provenance),
            heads: vec![["When", "Blown on", "Chance", "Rule"].map(String::from).into()],
            rows: (0..3).map(row).collect(),
            remark: sourced(
                "Two dice, once for each bridge, when the first US unit reaches its western end. One ruse in the game",
                [self.components.sources.rhine.provenance.as_str()],
            ),
        }
    }

    /// [23.0], [27.3]
    fn reinforcement_chart(&self) -> Chart {
        use crate::components::Place;
        let mut rows: Vec<(String, Vec<String>)> = vec![];
        for unit in &self.components.units {
            let (when, entry) = match unit.place {
                Place::Turn { turn, entry } => (format!("{} turn {turn}", unit.side.adjective()), entry),
                Place::Group { quarter, group, entry } => (format!("German {} {group}", quarter.word()), entry),
                Place::At(_) | Place::Free(_) | Place::Volkssturm => continue,
            };
            let entry = &self.components.map.entries[entry];
            let text = format!("{} ({})", unit.name, unit.values);
            match rows.iter_mut().find(|(known, _)| *known == when) {
                Some((_, cells)) => cells[1] += &format!(", {text}"),
                None => rows.push((when, vec![format!("{} {}", entry.letter, self.hex_name(entry.hex)), text])),
            }
        }
        let die = |quarter: Quarter| {
            let most = self.components.tables.reinforcement_die[quarter as usize];
            if most == 1 { format!("{} on 1", quarter.word()) } else { format!("{} on 1-{most}", quarter.word()) }
        };
        let remark = format!(
            "A die for each edge in every German turn brings the next group: {}",
            Quarter::ALL.map(die).join(", ")
        );
        Chart {
            name: "Reinforcements".into(),
            rule: "23.4".into(),
            sure: is_printed(&self.components.sources.reinforcements.provenance),
            heads: vec![["When", "Entry", "Units"].map(String::from).into()],
            rows,
            remark: sourced(&remark, [self.components.sources.reinforcements.provenance.as_str()]),
        }
    }

    /// [28.1], [28.21]
    fn victory_chart(&self) -> Chart {
        let map = &self.components.map;
        let town = |it: &crate::components::VictoryHex| {
            (self.town_name(it.hex).to_owned(), vec![self.hex_name(it.hex).to_owned(), it.points.to_string()])
        };
        let mut rows: Vec<(String, Vec<String>)> = map.victory.iter().map(town).collect();
        let bridges: Vec<&str> = map.bridges.iter().map(|bridge| bridge.name.as_str()).collect();
        rows.push((
            "Each Rhine bridge crossed".into(),
            vec![bridges.join(", "), self.components.tables.bridge_points.to_string()],
        ));
        Chart {
            name: "Victory Points".into(),
            rule: "28.1".into(),
            sure: is_printed(&self.components.sources.bridge_points.provenance),
            heads: vec![vec!["Town".into(), "Where".into(), "Points".into()]],
            rows,
            remark: sourced(
                "For the US at the end: towns held last, and bridges not blown with a unit beyond that crossed them",
                [self.components.sources.bridge_points.provenance.as_str()],
            ),
        }
    }

    /// [28.3]
    fn level_chart(&self) -> Chart {
        let levels = &self.components.tables.levels;
        let mut above: Option<u16> = None;
        let mut rows: Vec<(String, Vec<String>)> = vec![];
        for level in levels {
            let range = match above {
                None => format!("{} or more", level.at_least),
                Some(above) => format!("{} to {}", level.at_least, above - 1),
            };
            above = Some(level.at_least);
            rows.push((format!("{} {}", level.winner.adjective(), level.name), vec![range]));
        }
        let sources = self.components.sources.level.iter().map(|source| source.provenance.as_str());
        Chart {
            name: "Levels of victory".into(),
            rule: "28.3".into(),
            sure: self.components.sources.level.iter().all(|source| is_printed(&source.provenance)),
            heads: vec![vec!["Level".into(), "Victory Points".into()]],
            rows,
            remark: sourced("", sources),
        }
    }
}

/// A remark, and where the figures come from, each source once.
fn sourced<'s>(remark: &str, sources: impl IntoIterator<Item = &'s str>) -> String {
    let mut all: Vec<&str> = vec![];
    for source in sources {
        if !all.contains(&source) {
            all.push(source);
        }
    }
    let remark = if remark.is_empty() { String::new() } else { format!("{remark}. ") };
    format!("{remark}Source: {}.", all.join("; "))
}
