//! The charts of the game as a player looks them up, each with its source. Built from `data/`: whoever replaces a
//! file sees his own figures here.

use crate::RoadToTheRhine;
use crate::components::{CombatResult, Where};
use crate::ledger::effect_words;
use crate::state::{MONTH_NAMES, Side, TURNS, Weather, turn_word};
use crate::words::{capital, kind_name, points, turn_name, weather_name};
use referee::Chart;

/// Index of the Combat Results Table in the kit.
pub(crate) const COMBAT: u8 = 0;

impl RoadToTheRhine {
    pub(crate) fn charts(&self) -> Vec<Chart> {
        let mut charts = vec![
            self.combat_chart(0, "Combat Results Table", "combat"),
            self.combat_chart(1, "The same, conservative (option)", "combat.conservative"),
            self.result_chart(),
            self.shift_chart(),
            self.movement_chart(),
            self.ground_chart(),
            self.weather_chart(),
            self.effect_chart(),
            self.supply_chart(),
            self.price_chart(),
            self.replacement_chart(),
        ];
        charts.extend(self.components.scenarios.iter().filter_map(|card| {
            let of_own = card.arrivals[Side::AL].as_ref().or(card.arrivals[Side::GE].as_ref())?;
            (of_own.0 == card.id).then(|| self.arrival_chart(&card.id, &card.title))
        }));
        charts.push(self.victory_chart());
        charts
    }

    fn chart(
        &self,
        name: &str,
        rule: &str,
        table: &str,
        heads: &[&str],
        rows: Vec<(String, Vec<String>)>,
        remark: &str,
    ) -> Chart {
        Chart {
            name: name.into(),
            rule: rule.into(),
            sure: self.components.sources.is_printed(table),
            heads: vec![heads.iter().map(|head| (*head).to_owned()).collect()],
            rows,
            remark: self.sourced(remark, table),
        }
    }

    /// A remark, and where the figures come from.
    fn sourced(&self, remark: &str, table: &str) -> String {
        let remark = remark.trim_end_matches('.');
        let source = match table {
            "arrivals" => {
                "order of appearance, printed for the Market-Garden campaign, else reconstructed; see data/arrivals.txt"
            }
            "victory" => "printed; the regions of the map are ours",
            table => self.components.sources.of(table),
        };
        if remark.is_empty() { format!("Source: {source}.") } else { format!("{remark}. Source: {source}.") }
    }

    /// [11.A.e]
    fn combat_chart(&self, which: usize, name: &str, table: &str) -> Chart {
        let tables = &self.components.tables;
        let heads: Vec<&str> = std::iter::once("Die").chain(tables.column_names.iter().map(String::as_str)).collect();
        let rows = tables.combat[which]
            .iter()
            .enumerate()
            .map(|(die, row)| ((die + 1).to_string(), row.iter().map(|result| result.word().to_owned()).collect()));
        let remark = "One die. The highest ratio that is reached, then all shifts at once; below 1:3 nobody may attack, above 7:1 \
                      it is 7:1";
        self.chart(name, "11.A.e", table, &heads, rows.collect(), remark)
    }

    /// [11.B.DX.a] and the others.
    fn result_chart(&self) -> Chart {
        let words = |result: CombatResult| match result {
            CombatResult::ARL => "the attacker loses a level and retreats",
            CombatResult::AL => "the attacker loses a level",
            CombatResult::NE => "nothing happens",
            CombatResult::DX => "the defender names his loss and retreats, the attacker loses one level more",
            CombatResult::EX => {
                "both lose a level and the defender retreats; he may lose one more to stand, the attacker match it to drive him off, by turns"
            }
            CombatResult::DR => "the defender retreats",
            CombatResult::DRL => "the defender loses a level and retreats",
            CombatResult::DM => "every defender loses a level, the rest retreat",
        };
        let rows = CombatResult::ALL.map(|result| (result.word().to_owned(), vec![words(result).to_owned()]));
        Chart {
            name: "What the results mean".into(),
            rule: "11.B.DX.a".into(),
            sure: true,
            heads: vec![vec!["Result".into(), "Meaning".into()]],
            rows: rows.into(),
            remark: "A retreat is two hexes: the owner names the first, the enemy the second. Source: printed.".into(),
        }
    }

    /// [11.A.c]
    fn shift_chart(&self) -> Chart {
        let tables = &self.components.tables;
        let row = |what: &str, columns: String, rule: &str| (what.to_owned(), vec![columns, rule.to_owned()]);
        let rows = vec![
            row("Town, rough or mountain; Allies in a fortified hex: one of them", "-1".into(), "12.A.b"),
            row("Canal: all cross one, or a canal and rivers", tables.shift_canal.to_string(), "12.B.b"),
            row("Into mountains in storm and frost", "-1".into(), "17.d"),
            row("Into mountains in winter storm and thaw", "-2".into(), "17.f"),
            row(
                "Armor brigade of the 79th against works or a major city",
                format!("{:+}", tables.shift_support),
                "22.C.3",
            ),
            row("150th Panzer Brigade in disguise, against US", format!("{:+}", tables.shift_surprise), "22.F.1"),
            row("Allies in their first player-turn of the campaign", format!("{:+}", tables.shift_first_turn), "26.d"),
            row("Air support of the attacker", "+ value".into(), "10.A.1.d"),
            row("Air support of the defender", "- value".into(), "10.A.2.c"),
        ];
        self.chart("Column shifts", "11.A.c", "shifts", &["Reason", "Columns", "Rule"], rows, "All shifts at once")
    }

    /// [8.a]
    fn movement_chart(&self) -> Chart {
        let tables = &self.components.tables;
        let row = |what: &str, cost: String| (what.to_owned(), vec![cost]);
        let rows = vec![
            row("Along a road", format!("{}, whatever lies under it", points(tables.road))),
            row("Clear, town, village", points(tables.clear)),
            row("Rough", points(tables.rough)),
            row(
                "Mountain",
                format!(
                    "{}; allowance up to 10 and mountain units {}",
                    points(tables.mountain),
                    points(tables.mountain_foot)
                ),
            ),
            row("City", points(tables.city)),
            row("Fortified, for Allies", points(tables.fortified)),
            row("Minor river", format!("+{}", points(tables.minor))),
            row("Canal", format!("+{}", points(tables.canal))),
            row(
                "Major river without a bridge, river in flood, arm of the sea",
                "+ half the printed allowance; the impulse must begin beside it".into(),
            ),
            row("Causeway", "+0".into()),
            row("Dam, sea, Switzerland", "no".into()),
        ];
        let remark = "The dearer of two costs counts, but a city is a city. An enemy primary zone stops; from zone to zone nobody goes";
        self.chart("Terrain: movement", "8.a", "terrain", &["Terrain", "Points"], rows, remark)
    }

    /// [12.C]
    fn ground_chart(&self) -> Chart {
        let row = |what: &str, effect: &str, rule: &str| (what.to_owned(), vec![effect.to_owned(), rule.to_owned()]);
        let rows = vec![
            row("City, major city", "defence doubled", "12.A.c"),
            row("Fortified hex", "Germans doubled; Allies in it one column down", "12.A.f"),
            row("Town, rough", "one column down", "12.A.b"),
            row("Mountain", "one column down, attackers halved but mountain units; no vehicles", "12.A.e"),
            row("Minor river, bridged major river, causeway", "attackers across it halved", "12.B.a"),
            row(
                "Unbridged major river, river in flood",
                "attackers halved, vehicles quartered; must begin beside it; 1 point",
                "12.B.d",
            ),
            row("Canal", "two columns down if all cross water", "12.B.b"),
            row("Dam", "nobody attacks over it", "12.B.j"),
        ];
        self.chart("Terrain: combat", "12.C", "ground", &["Terrain", "Effect", "Rule"], rows, "")
    }

    /// [17.T]
    fn weather_chart(&self) -> Chart {
        let tables = &self.components.tables;
        let heads: Vec<&str> = vec!["Month", "1", "2", "3", "4", "5", "6"];
        let rows = MONTH_NAMES
            .iter()
            .zip(&tables.weather)
            .map(|(month, dice)| ((*month).to_owned(), dice.iter().map(|it| weather_name(*it).to_owned()).collect()));
        self.chart(
            "Weather",
            "17.T",
            "weather.table",
            &heads,
            rows.collect(),
            "One die at the beginning of each Game-Turn",
        )
    }

    /// [17.b], [17.2.a]
    fn effect_chart(&self) -> Chart {
        let tables = &self.components.tables;
        let row = |weather: Weather| {
            let clear = match tables.visible[weather as usize] {
                0 => "never".to_owned(),
                6 => "always".to_owned(),
                1 => "1".to_owned(),
                most => format!("1-{most}"),
            };
            let effect = &tables.effects[weather as usize];
            (capital(weather_name(weather)), vec![clear, effect.impulse.to_string(), effect_words(effect).join(", ")])
        };
        let heads = ["Weather", "Clear sky on", "Further impulse", "Effects"];
        let mut chart =
            self.chart("Weather: effects", "17.b", "weather.effect", &heads, Weather::ALL.map(row).into(), "");
        let sky = self.components.sources.of("weather.visibility");
        chart.remark = format!("{} The sky: {sky}.", chart.remark);
        chart.sure &= sky.starts_with("printed");
        chart
    }

    /// [5.B.a], [5.C]
    fn supply_chart(&self) -> Chart {
        let tables = &self.components.tables;
        let mut rows: Vec<(String, Vec<String>)> = vec![];
        for turn in 0..TURNS {
            let now = [tables.invasion[turn], tables.southern[turn], tables.german[turn]];
            let before = turn.checked_sub(1).map(|it| [tables.invasion[it], tables.southern[it], tables.german[it]]);
            if before != Some(now) {
                let number = u8::try_from(turn).unwrap_or(0);
                rows.push((turn_name(number), now.map(|points| points.to_string()).into()));
            }
        }
        let antwerp: Vec<String> = tables.antwerp.iter().map(u16::to_string).collect();
        let remark = format!(
            "From the turn named on. Ostende and Dunkirk pay {} after {} complete turns, Antwerp with its estuary {} a turn after {}",
            tables.small,
            tables.small_wait,
            antwerp.join(", "),
            tables.antwerp_wait
        );
        let heads = ["From", "Invasion ports", "Southern ports", "Germans"];
        self.chart("Maneuver Supply Points", "5.A.a", "supply", &heads, rows, &remark)
    }

    /// [5.D.1.b] and the others.
    fn price_chart(&self) -> Chart {
        let tables = &self.components.tables;
        let row = |what: &str, price: String, rule: &str| (what.to_owned(), vec![price, rule.to_owned()]);
        let rows = vec![
            row("Maneuver supply of a division that needs it", "1".into(), "5.D.1.b"),
            row("Two smaller units", "1".into(), "5.D.1.b"),
            row("An air unit made ready, first impulse", format!("{} x its value", tables.air_first), "5.D.2.f"),
            row("The same later", format!("{} x its value", tables.air_later), "5.D.2.f"),
            row("A further impulse", "1; storm, winter storm, thaw 2".into(), "5.D.3.a"),
            row("Attack over an unbridged major river or the sea", "1".into(), "5.D.4.a"),
            row("A new Allied air unit", tables.new_air_unit.to_string(), "23.D.a"),
        ];
        let remark = format!(
            "Units with more than 10 movement points need maneuver supply. Without it they move at half, stop before the enemy and attack at \
             half. General supply: a road from a friendly edge, then {} hexes, {} past an unbridged river or the sea",
            tables.off_road, tables.beyond_water
        );
        self.chart("What points pay", "5.D.1.b", "supply", &["What", "Points", "Rule"], rows, &remark)
    }

    /// [18.B.b]
    fn replacement_chart(&self) -> Chart {
        let mut rows = vec![];
        for table in &self.components.tables.replacements {
            for (week, counts) in table.weeks.iter().enumerate() {
                let who = if table.allied { "Allies" } else { "Germans" };
                let kinds = (0u8..).zip(counts).filter(|(_, count)| **count > 0);
                let words: Vec<String> = kinds.map(|(kind, count)| format!("{count} {}", kind_name(kind))).collect();
                rows.push((format!("{who} {}, week {}", table.year, week + 1), vec![words.join(", ")]));
            }
        }
        let remark = "One raises a unit by a level: reduced to full, cadre or destroyed to reduced";
        self.chart("Replacements", "18.B.b", "replacements", &["When", "Received"], rows, remark)
    }

    /// [23.T], [31.E.b]
    fn arrival_chart(&self, scenario: &str, title: &str) -> Chart {
        let mut rows: Vec<(String, Vec<String>)> = vec![];
        let mut lines: Vec<_> = self.components.setups.arrivals.iter().filter(|it| it.scenario == scenario).collect();
        lines.sort_by_key(|it| (it.turn, it.side as u8));
        for it in lines {
            let when = format!("{} {}", turn_word(it.turn), it.side.short());
            let place = match it.place {
                Where::WestAny | Where::WestN | Where::WestS => "west edge",
                Where::SouthS | Where::SouthFrance => "south edge",
                Where::Germany => "Germany",
                Where::England => "England",
                Where::Cadre => "cadre",
                Where::Transfer => "air base",
                Where::Withdraw => "leaves",
            };
            let text = self.name(it.unit).to_owned();
            match rows.iter_mut().find(|(known, cells)| *known == when && cells[0] == place) {
                Some((_, cells)) => cells[1] += &format!(", {text}"),
                None => rows.push((when, vec![place.into(), text])),
            }
        }
        self.chart(&format!("Arrivals: {title}"), "23.T", "arrivals", &["Turn", "Where", "Units"], rows, "")
    }

    /// [31.B.b], [32.B], [33.B], [34.B.a]
    fn victory_chart(&self) -> Chart {
        let mut rows = vec![];
        for card in &self.components.victories {
            let scenario = match card.id.as_str() {
                "market-garden" => "Market-Garden",
                "bulge" => "The Bulge",
                "cities" => "Market-Garden campaign",
                _ => "Bulge campaign, whole campaign",
            };
            for level in &card.levels {
                let who = level.winner.map_or("nobody", |side| if side == Side::AL { "Allied" } else { "German" });
                let when = match (level.cities, level.by) {
                    (Some(cities), _) => format!("{cities} German cities on the north map"),
                    (None, Some(by)) => format!("all major German cities, in supply, by {}", turn_name(by)),
                    (None, None) => victory_words(&card.id, level.level),
                };
                rows.push((scenario.to_owned(), vec![format!("{who} {}", level.level), when]));
            }
        }
        self.chart("Victory", "31.B.b", "victory", &["Scenario", "Level", "When"], rows, "The first line that fits")
    }
}

/// [32.B], [34.B.a] Conditions that are not counts.
fn victory_words(id: &str, level: &str) -> String {
    match (id, level) {
        ("market-garden", "miraculous") => {
            "a supplied division across Lek or Rhine, and all sixteen hexes of the Scheldt"
        }
        ("market-garden", "strategic") => {
            "a supplied division across Lek or Rhine; or east of Waal or Roer, and the Scheldt"
        }
        ("market-garden", "tactical") => "a supplied division east of Waal or Roer; or the Scheldt",
        ("bulge", "strategic") => "a German in Antwerp",
        ("bulge", "tactical") => "Germans in Liège, Namur and Maastricht",
        ("bulge", "marginal") => {
            "a bridge at Liège, Namur or Huy crossed; without Allies between Waal and Lek one level more"
        }
        _ => "otherwise",
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_combat_table_comes_first() {
        let game = RoadToTheRhine::new(&crate::files()).expect("the embedded files are sound");
        assert_eq!(game.kit.charts[usize::from(COMBAT)].rule, "11.A.e");
        for chart in &game.kit.charts {
            assert!(chart.remark.contains("Source: "), "{} does not say where it comes from", chart.name);
            assert!(!chart.remark.contains("Source: ."), "{} has no source", chart.name);
        }
    }
}
