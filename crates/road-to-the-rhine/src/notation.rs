//! The notation of actions.

use crate::RoadToTheRhine;
use crate::action::Action;
use crate::replacements::KIND_WORDS;
use crate::state::{NOWHERE, Unit, Units};
use board::Path;
use referee::{Spot, Unreadable};

impl RoadToTheRhine {
    pub(crate) fn joined(&self, units: Units) -> String {
        board::write_set(units.iter().map(|unit| self.name(unit)))
    }

    fn path_text(&self, path: &[Spot]) -> String {
        board::write_path(path.iter().map(|spot| self.spot_name(*spot)))
    }

    fn units_or_blank(&self, verb: &str, units: Units, blank: bool) -> String {
        if units.is_empty() && blank { verb.into() } else { format!("{verb} {}", self.joined(units)) }
    }

    pub(crate) fn write_action(&self, action: &Action) -> String {
        let name = |unit| self.name(unit);
        let to = |verb: &str, what: &str, at: Spot| match at {
            NOWHERE => format!("{verb} {what}"),
            at => format!("{verb} {what} {}", self.spot_name(at)),
        };
        match action {
            Action::Deploy { unit, at, reserve } => {
                to("deploy", name(*unit), *at) + if *reserve { " reserve" } else { "" }
            }
            Action::DeployRest => "deploy-rest".into(),
            Action::Plot { unit, at: NOWHERE, impulse: 0 } => format!("plot {} none", name(*unit)),
            Action::Plot { unit, at, impulse: 0 } => to("plot", name(*unit), *at),
            Action::Plot { unit, at, impulse } => format!("{} in {impulse}", to("plot", name(*unit), *at)),
            Action::Forgo(kind) => format!("forgo {}", kind_word(*kind)),
            Action::Rebuild { units, with } => {
                let kind = with.map_or("free", kind_word);
                match units.is_empty() {
                    true => format!("rebuild with {kind}"),
                    false => format!("rebuild {} with {kind}", self.joined(*units)),
                }
            }
            Action::Cannibalize(units) => self.units_or_blank("cannibalize", *units, true),
            Action::Airlift(units) => self.units_or_blank("airlift", *units, true),
            Action::Supply(units) => self.units_or_blank("supply", *units, true),
            Action::FreeSupply(units) => self.units_or_blank("free-supply", *units, true),
            Action::Withdraw(unit) => format!("withdraw {}", name(*unit)),
            Action::Impulse { south: false } => "impulse".into(),
            Action::Impulse { south: true } => "impulse south".into(),
            Action::End => "end".into(),
            Action::DropSupply(units) => self.units_or_blank("drop-supply", *units, false),
            Action::Fuel(units) => self.units_or_blank("fuel", *units, false),
            Action::Move { unit, path, breaks } => {
                let way = if path.is_empty() { String::new() } else { format!(" {}", self.path_text(path.as_slice())) };
                format!("move {}{way}{}", name(*unit), if *breaks { " break" } else { "" })
            }
            Action::Break(unit) => format!("break {}", name(*unit)),
            Action::Combine(unit) => format!("combine {}", name(*unit)),
            Action::Group { brigade, with } if with.is_empty() => format!("group {}", name(*brigade)),
            Action::Group { brigade, with } => format!("group {} with {}", name(*brigade), self.joined(*with)),
            Action::Reserve(units) => self.units_or_blank("reserve", *units, false),
            Action::Drop(unit) => format!("drop {}", name(*unit)),
            Action::Attack { hex, with } if with.is_empty() => format!("attack {}", self.spot_name(*hex)),
            Action::Attack { hex, with } => format!("attack {} with {}", self.spot_name(*hex), self.joined(*with)),
            Action::Support { hex, with, extended } => {
                let with = if with.is_empty() { String::new() } else { format!(" with {}", self.joined(*with)) };
                format!("support {}{with}{}", self.spot_name(*hex), if *extended { " extended" } else { "" })
            }
            Action::Intercept { hex, with } if with.is_empty() => format!("intercept {}", self.spot_name(*hex)),
            Action::Intercept { hex, with } => {
                format!("intercept {} with {}", self.spot_name(*hex), self.joined(*with))
            }
            Action::Transfer { air, to: base } => to("transfer", name(*air), *base),
            Action::Aim(units) => self.units_or_blank("aim", *units, true),
            Action::Resolve(hex) => format!("resolve {}", self.spot_name(*hex)),
            Action::Bid(levels) => format!("bid {levels}"),
            Action::Escalate => "escalate".into(),
            Action::Decline => "decline".into(),
            Action::Lose(unit) => format!("lose {}", name(*unit)),
            Action::First { units, to: hex } => to("first", &self.joined(*units), *hex),
            Action::Second { units, to: hex } => to("second", &self.joined(*units), *hex),
            Action::Further { unit, to: hex } => to("further", name(*unit), *hex),
            Action::Surrender(units) => self.units_or_blank("surrender", *units, true),
            Action::Advance { unit, path } if path.is_empty() => format!("advance {}", name(*unit)),
            Action::Advance { unit, path } => format!("advance {} {}", name(*unit), self.path_text(path.as_slice())),
            Action::Final => "final".into(),
            Action::GoOn => "go-on".into(),
            Action::Release(units) => self.units_or_blank("release", *units, false),
            Action::Dams => "dams".into(),
            Action::NoDams => "no-dams".into(),
            Action::Done => "done".into(),
        }
    }

    pub(crate) fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let unit = |word: &str| self.read_unit(word);
        let units = |word: &str| self.read_units(word);
        let spot = |word: &str| self.read_spot(word);
        let none = Units::empty();
        Ok(match words[..] {
            ["deploy", who] => Action::Deploy { unit: unit(who)?, at: NOWHERE, reserve: false },
            ["deploy", who, "reserve"] => Action::Deploy { unit: unit(who)?, at: NOWHERE, reserve: true },
            ["deploy", who, at] => Action::Deploy { unit: unit(who)?, at: spot(at)?, reserve: false },
            ["deploy", who, at, "reserve"] => Action::Deploy { unit: unit(who)?, at: spot(at)?, reserve: true },
            ["deploy-rest"] => Action::DeployRest,
            ["plot", who, "none"] | ["plot", who] => Action::Plot { unit: unit(who)?, at: NOWHERE, impulse: 0 },
            ["plot", who, "in", impulse] => {
                Action::Plot { unit: unit(who)?, at: NOWHERE, impulse: read_number(impulse)? }
            }
            ["plot", who, at] => Action::Plot { unit: unit(who)?, at: spot(at)?, impulse: 0 },
            ["plot", who, at, "in", impulse] => {
                Action::Plot { unit: unit(who)?, at: spot(at)?, impulse: read_number(impulse)? }
            }
            ["forgo", kind] => Action::Forgo(read_kind(kind)?),
            ["rebuild", "with", kind] => Action::Rebuild { units: none, with: read_with(kind)? },
            ["rebuild", who, "with", kind] => Action::Rebuild { units: units(who)?, with: read_with(kind)? },
            ["cannibalize"] => Action::Cannibalize(none),
            ["cannibalize", who] => Action::Cannibalize(units(who)?),
            ["airlift"] => Action::Airlift(none),
            ["airlift", who] => Action::Airlift(units(who)?),
            ["supply"] => Action::Supply(none),
            ["supply", who] => Action::Supply(units(who)?),
            ["free-supply"] => Action::FreeSupply(none),
            ["free-supply", who] => Action::FreeSupply(units(who)?),
            ["withdraw", who] => Action::Withdraw(unit(who)?),
            ["impulse"] => Action::Impulse { south: false },
            ["impulse", "south"] => Action::Impulse { south: true },
            ["end"] => Action::End,
            ["drop-supply", who] => Action::DropSupply(units(who)?),
            ["fuel", who] => Action::Fuel(units(who)?),
            ["move", who] => Action::Move { unit: unit(who)?, path: Path::default(), breaks: false },
            ["move", who, path] => Action::Move { unit: unit(who)?, path: self.read_route(path)?, breaks: false },
            ["move", who, path, "break"] => {
                Action::Move { unit: unit(who)?, path: self.read_route(path)?, breaks: true }
            }
            ["break", who] => Action::Break(unit(who)?),
            ["combine", who] => Action::Combine(unit(who)?),
            ["group", who] => Action::Group { brigade: unit(who)?, with: none },
            ["group", who, "with", with] => Action::Group { brigade: unit(who)?, with: units(with)? },
            ["reserve", who] => Action::Reserve(units(who)?),
            ["drop", who] => Action::Drop(unit(who)?),
            ["attack", hex] => Action::Attack { hex: spot(hex)?, with: none },
            ["attack", hex, "with", who] => Action::Attack { hex: spot(hex)?, with: units(who)? },
            ["support", hex] => Action::Support { hex: spot(hex)?, with: none, extended: false },
            ["support", hex, "extended"] => Action::Support { hex: spot(hex)?, with: none, extended: true },
            ["support", hex, "with", who] => Action::Support { hex: spot(hex)?, with: units(who)?, extended: false },
            ["support", hex, "with", who, "extended"] => {
                Action::Support { hex: spot(hex)?, with: units(who)?, extended: true }
            }
            ["intercept", hex] => Action::Intercept { hex: spot(hex)?, with: none },
            ["intercept", hex, "with", who] => Action::Intercept { hex: spot(hex)?, with: units(who)? },
            ["transfer", who] => Action::Transfer { air: unit(who)?, to: NOWHERE },
            ["transfer", who, to] => Action::Transfer { air: unit(who)?, to: spot(to)? },
            ["aim", who] => Action::Aim(units(who)?),
            ["resolve", hex] => Action::Resolve(spot(hex)?),
            ["bid", levels] => Action::Bid(read_number(levels)?),
            ["escalate"] => Action::Escalate,
            ["decline"] => Action::Decline,
            ["lose", who] => Action::Lose(unit(who)?),
            ["first", who] => Action::First { units: units(who)?, to: NOWHERE },
            ["first", who, to] => Action::First { units: units(who)?, to: spot(to)? },
            ["second", who] => Action::Second { units: units(who)?, to: NOWHERE },
            ["second", who, to] => Action::Second { units: units(who)?, to: spot(to)? },
            ["further", who] => Action::Further { unit: unit(who)?, to: NOWHERE },
            ["further", who, to] => Action::Further { unit: unit(who)?, to: spot(to)? },
            ["surrender", who] => Action::Surrender(units(who)?),
            ["advance", who] => Action::Advance { unit: unit(who)?, path: Path::default() },
            ["advance", who, path] => {
                Action::Advance { unit: unit(who)?, path: board::read_path(path, |word| self.read_spot(word))? }
            }
            ["final"] => Action::Final,
            ["go-on"] => Action::GoOn,
            ["release", who] => Action::Release(units(who)?),
            ["dams"] => Action::Dams,
            ["no-dams"] => Action::NoDams,
            ["done"] => Action::Done,
            [verb, ..] => return Err(unknown_action(verb)),
            [] => return Err(Unreadable::new("no action is written")),
        })
    }

    pub(crate) fn read_unit(&self, word: &str) -> Result<Unit, Unreadable> {
        if let Ok(i) = self.names.binary_search_by(|(name, _)| name.as_str().cmp(word)) {
            return Ok(self.names[i].1);
        }
        let alike = self.names.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
        alike.map(|(_, unit)| *unit).ok_or_else(|| Unreadable::unknown("unit", word))
    }

    pub(crate) fn read_units(&self, word: &str) -> Result<Units, Unreadable> {
        board::read_set(word, |name| self.read_unit(name))
    }

    /// A hex, by either of two names, or a box.
    pub(crate) fn read_spot(&self, word: &str) -> Result<Spot, Unreadable> {
        let grid = &self.components.map.grid;
        // `N-2611` as the book prints it, `n2611` as one types it.
        let plain = || grid.read(&word.to_ascii_uppercase().replacen('-', "", 1));
        let hex = grid.read(word).or_else(|| self.board.find(word)).or_else(plain);
        // Row 29 of the north map has odd columns only.
        let drawn = |hex: &Spot| !word.starts_with(['N', 'n']) || self.on_north.contains(*hex) || !self.is_hex(*hex);
        hex.filter(drawn).ok_or_else(|| Unreadable::unknown("hex", word))
    }

    /// Boxes have dashes in their names.
    fn read_route(&self, word: &str) -> Result<crate::action::Route, Unreadable> {
        let word = word.replace("chart-west", "chart_west").replace("chart-north", "chart_north");
        board::read_path(&word, |name| self.read_spot(&name.replace('_', "-")))
    }
}

fn kind_word(kind: u8) -> &'static str {
    KIND_WORDS.get(usize::from(kind)).copied().unwrap_or("free")
}

pub(crate) fn read_kind(word: &str) -> Result<u8, Unreadable> {
    let found = KIND_WORDS.iter().position(|it| *it == word).and_then(|place| u8::try_from(place).ok());
    found.ok_or_else(|| Unreadable::unknown("replacement", word))
}

fn read_with(word: &str) -> Result<Option<u8>, Unreadable> {
    if word == "free" { Ok(None) } else { read_kind(word).map(Some) }
}

pub(crate) fn read_number<T: std::str::FromStr>(word: &str) -> Result<T, Unreadable> {
    word.parse().map_err(|_| Unreadable::unknown("number", word))
}

fn unknown_action(verb: &str) -> Unreadable {
    let usage = match verb {
        "deploy" => "deploy UNIT HEX, perhaps reserve",
        "plot" => "plot UNIT HEX, plot UNIT HEX in IMPULSE or plot UNIT none",
        "forgo" => "forgo KIND",
        "rebuild" => "rebuild UNIT+… with KIND or with free",
        "move" => "move UNIT HEX-HEX-…, perhaps break",
        "attack" => "attack HEX with UNIT+…",
        "support" => "support HEX with AIR+…, perhaps extended",
        "intercept" => "intercept HEX with AIR",
        "transfer" => "transfer AIR HEX",
        "first" | "second" | "further" => "first UNIT HEX",
        "advance" => "advance UNIT HEX-HEX",
        "group" => "group UNIT with UNIT+…",
        _ => return Unreadable::unknown("action", verb),
    };
    Unreadable::new(format!("`{verb}` is written {usage}"))
}
