//! What the bots at the table look at when a turn has ended: the inputs of the networks in `data/network.toml`.

use crate::Race;
use crate::bot::{Needs, Towards};
use crate::components::{CardKind, Commander, Load};
use crate::sequence::Step;
use crate::state::{Areas, DeckId, State};
use referee::{Piece, Spot};

/// Of each player: what lies before him, what his nearest corps needs to cross, what he may win and lose.
const OF_PLAYER: [&str; 35] = [
    "medals",
    "ammo_symbols",
    "beaten",
    "trucks",
    "level",
    "card_used",
    "air_on_axis",
    "air_on_pursuit",
    "recon",
    "resistance",
    "steps",
    "fights",
    "gaps",
    "supplies",
    "food",
    "fight_is_near",
    "second_way",
    "third_way",
    "near",
    "far",
    "objectives",
    "exposed",
    "exposed_paid",
    "exposed_line",
    "areas",
    "lying_gas",
    "lying_ammo",
    "lying_food",
    "base_gas",
    "base_ammo",
    "base_food",
    "threat",
    "all_ways",
    "nearest_city",
    "nearest_city_able",
];

/// Of each of his corps, the nearest to the Rhine first.
const OF_CORPS: [&str; 10] =
    ["gas", "ammo", "food", "lying_gas", "lying_ammo", "lying_food", "grounded", "steps", "objective", "can_go"];

/// Corps of a player that are looked at one by one.
const CORPS: usize = 3;

/// Of the table as a whole.
const OF_TABLE: [&str; 29] = [
    "rounds_left",
    "last_round",
    "round",
    "truck_stock",
    "stock_gas",
    "stock_ammo",
    "stock_food",
    "airborne_left",
    "landed",
    "axis_markers",
    "axis_cards",
    "axis_medals",
    "axis_top_known",
    "axis_top_price",
    "axis_top_medal",
    "pursuit_top_known",
    "pursuit_top_enemy",
    "rain",
    "my_turn",
    "first_rival_turn",
    "my_place",
    "first_rival_place",
    "three_players",
    "first_rival_is_monty",
    "first_rival_is_brad",
    "debt",
    "medal_lead",
    "medal_lead_late",
    "plain_judgement",
];

const PLAYERS: [&str; 3] = ["my", "first_rival", "second_rival"];
const A_PLAYER: usize = OF_PLAYER.len() + CORPS * OF_CORPS.len();
pub(crate) const INPUTS: usize = PLAYERS.len() * A_PLAYER + OF_TABLE.len();

/// What cannot be reached counts like this.
const FARTHEST: i32 = 2_000;
/// An objective counts up to this trouble away, and one in reach of a single movement up to that.
const FAR: u16 = 90;
const NEAR: u16 = 45;

/// The names of all inputs, in their order.
pub(crate) fn names() -> Vec<String> {
    let mut names = vec![];
    for player in PLAYERS {
        names.extend(OF_PLAYER.iter().map(|name| format!("{player}_{name}")));
        for corps in ["lead", "second", "third"] {
            names.extend(OF_CORPS.iter().map(|name| format!("{player}_{corps}_{name}")));
        }
    }
    names.extend(OF_TABLE.iter().map(|name| (*name).to_owned()));
    names
}

/// Inputs in the order of their names.
struct Row {
    found: [i32; INPUTS],
    count: usize,
}

impl Row {
    fn push(&mut self, input: i32) {
        self.found[self.count] = input;
        self.count += 1;
    }

    fn push_load(&mut self, load: Load) {
        self.push(load.gas.into());
        self.push(load.ammo.into());
        self.push(load.food.into());
    }

    fn push_if(&mut self, holds: bool) {
        self.push(holds.into());
    }
}

impl Race {
    /// What a commander sees in a position.
    pub(crate) fn inputs(&self, s: &State, me: Commander) -> [i32; INPUTS] {
        let mut row = Row { found: [0; INPUTS], count: 0 };
        // The rival who leads comes first.
        let mut rivals = [None; 2];
        for (place, who) in rivals.iter_mut().zip(s.playing().filter(|who| *who != me)) {
            *place = Some(who);
        }
        if let [Some(first), Some(second)] = rivals {
            let medal = self.medal_worth(s);
            let score = |who: Commander| i32::from(self.medals(s, who)) * medal - self.nearest(s, who) / 8;
            if score(second) > score(first) {
                rivals = [Some(second), Some(first)];
            }
        }
        self.push_player(s, me, &mut row);
        for (nth, rival) in (2..).zip(rivals) {
            match rival {
                Some(rival) => self.push_player(s, rival, &mut row),
                None => row.count = nth * A_PLAYER,
            }
        }
        self.push_table(s, me, rivals[0].unwrap_or(me), &mut row);
        debug_assert_eq!(row.count, INPUTS, "every input has a name");
        row.found
    }

    fn push_player(&self, s: &State, who: Commander, row: &mut Row) {
        let (side, held, exposed) = (s.side(who), s.held[who.index()], self.vulnerable(s, who));
        let field = self.field(s, who, held, self.victory - (s.controlled() - held), Towards::Goal);
        let gaps = self.gaps(s, who, held);
        let mut corps = [(i32::MAX, Piece(0), Spot(0), Needs::NEVER); crate::state::MAX_CORPS];
        let mut count = 0;
        for piece in self.corps_of(who) {
            let Some(at) = s.corps(piece).at else { continue };
            let needs = self.away(s, who, piece, at, held, &field, &gaps);
            corps[count] = (needs.sum(), piece, at, needs);
            count += 1;
        }
        let corps = &mut corps[..count];
        corps.sort_unstable_by_key(|(sum, piece, ..)| (*sum, piece.0));
        let way = |nth: usize| corps.get(nth).map_or(FARTHEST, |(sum, ..)| (*sum).min(FARTHEST));
        let (lead, stands) = corps.first().map_or((Needs::NEVER, None), |(.., at, needs)| (*needs, Some(*at)));
        let mut open = self.coloured[who.index()] - s.controlled();
        open.retain(|at| self.area(at).medal);
        let near = |ways: &crate::bot::Field, most: u16| -> i32 {
            let worth = |far: u16| 100 * i32::from(most.saturating_sub(far)) / i32::from(most);
            open.iter().map(|at| worth(ways.cost[at.index()])).sum()
        };
        let in_hand = |kind| side.hand.iter().filter(|card| self.card(*card).kind == kind).count();
        // What the line to the nearest corps lacks if all that lies open is lost.
        let cut = stands.map_or(0, |at| match exposed.is_empty() {
            true => gaps[at.index()],
            false => self.gaps(s, who, held - exposed)[at.index()],
        });
        row.push(self.medals(s, who).into());
        row.push(i32::from(self.plain_ammo(s, who)) % i32::from(self.c.tables.medal_ammo));
        row.push(side.beaten.into());
        row.push(side.trucks.into());
        row.push(side.level.into());
        row.push_if(side.card_used);
        row.push_if(side.air == Some(DeckId::Axis));
        row.push_if(side.air.is_some_and(|deck| deck != DeckId::Axis));
        row.push(count_of(in_hand(CardKind::Recon)));
        row.push(count_of(in_hand(CardKind::Resistance)));
        row.push(lead.steps.min(FARTHEST));
        row.push(lead.fights);
        row.push(lead.gaps);
        row.push(lead.supplies);
        row.push(lead.food);
        row.push_if(lead.fight_is_near);
        row.push(way(1));
        row.push(way(2));
        row.push(near(&self.reached(s, who, true), NEAR));
        row.push(near(&self.reached(s, who, false), FAR));
        row.push(count_of(open.len()));
        row.push(count_of(exposed.len()));
        row.push(count_of((exposed & s.paid).len()));
        row.push(cut.min(8).into());
        row.push(count_of(held.len()));
        let base = self.base(s, who);
        let lying = held.iter().fold(Load::NOTHING, |sum, at| sum.plus(s.lying[at.index()]));
        row.push_load(lying);
        row.push_load(s.lying[base.index()]);
        // How near he is to crossing, by all ways and not only the best.
        let all_ways = self.all_ways(s, who);
        row.push(60_000 / (way(0) + 240));
        row.push(all_ways.min(FARTHEST));
        let city = |able| {
            let ways = self.reached(s, who, able);
            let near = self.victory.iter().map(|at| ways.cost[at.index()]).min().unwrap_or(u16::MAX);
            i32::from(near.min(400))
        };
        row.push(city(false));
        row.push(city(true));
        self.push_corps(s, who, corps, open, row);
    }

    fn push_corps(&self, s: &State, who: Commander, corps: &[(i32, Piece, Spot, Needs)], open: Areas, row: &mut Row) {
        let held = s.held[who.index()];
        let objectives = (!open.is_empty()).then(|| self.field(s, who, held, open, Towards::Goal));
        for nth in 0..CORPS {
            let Some((_, piece, at, _)) = corps.get(nth) else {
                row.count += OF_CORPS.len();
                continue;
            };
            let state = s.corps(*piece);
            row.push_load(state.load);
            row.push_load(s.lying[at.index()]);
            row.push_if(state.grounded);
            row.push(self.to_rhine[who.index()][at.index()].min(30).into());
            let far = objectives.as_ref().map_or(u16::MAX, |field| field.cost[at.index()]);
            row.push(far.min(150).into());
            row.push_if(!self.is_lame(s, *piece, *at));
        }
    }

    fn push_table(&self, s: &State, me: Commander, rival: Commander, row: &mut Row) {
        let players = i32::try_from(s.players.len()).unwrap_or(3).max(1);
        row.push(if s.last_round { 0 } else { 10 * i32::from(s.axis_pool) / players });
        row.push_if(s.last_round);
        row.push(s.round.into());
        row.push(s.truck_stock.into());
        row.push_load(s.stock);
        row.push(s.airborne_left.into());
        row.push(count_of(s.airborne.iter().flatten().count()));
        row.push(count_of(s.axis.len()));
        let axis = s.deck(DeckId::Axis);
        let cards = || axis.bag.iter().chain(axis.top.map(|(card, _)| card));
        row.push(count_of(axis.len()));
        row.push(count_of(cards().filter(|card| self.card(*card).medal).count()));
        let known = |deck: DeckId| s.deck(deck).top.filter(|(_, knowers)| knowers.contains(me)).map(|(card, _)| card);
        let top = known(DeckId::Axis).map(|card| self.card(card));
        row.push_if(top.is_some());
        row.push(top.map_or(0, |card| (card.cost.ammo + card.cost.gas).into()));
        row.push_if(top.is_some_and(|card| card.medal));
        let top = known(s.pursuit(me)).map(|card| self.card(card));
        row.push_if(top.is_some());
        row.push_if(top.is_some_and(|card| card.kind.is_enemy()));
        row.push_if(s.rain);
        let mover = s.mover();
        row.push_if(mover == me);
        row.push_if(mover == rival);
        let place = |who: Commander| s.playing().position(|other| other == who).unwrap_or(0);
        row.push(count_of(place(me)));
        row.push(count_of(place(rival)));
        row.push_if(players > 2);
        row.push_if(rival == Commander::Monty);
        row.push_if(rival == Commander::Brad);
        row.push(match s.steps.top() {
            Some(Step::Pay { who, times, .. }) if who == me => times.into(),
            Some(Step::Pay { times, .. }) => -i32::from(times),
            _ => 0,
        });
        let late = if s.last_round { 12 } else { 11 - (i32::from(s.axis_pool) / players).min(11) };
        let medals = |who: usize| row.found[who * A_PLAYER];
        let lead = medals(0) - medals(1).max(medals(2));
        let plain = plain_judgement(&row.found, late);
        row.push(lead);
        row.push(lead * late);
        row.push(plain);
    }
}

/// A weighted sum of what counts most, for me and against the rival who leads: networks start from it.
fn plain_judgement(found: &[i32; INPUTS], late: i32) -> i32 {
    const AMMO_SYMBOLS: usize = place("ammo_symbols");
    const CARD_USED: usize = place("card_used");
    const EXPOSED: usize = place("exposed");
    const EXPOSED_PAID: usize = place("exposed_paid");
    const FAR: usize = place("far");
    const FIGHTS: usize = place("fights");
    const FOOD: usize = place("food");
    const GAPS: usize = place("gaps");
    const MEDALS: usize = place("medals");
    const NEAR: usize = place("near");
    const RECON: usize = place("recon");
    const RESISTANCE: usize = place("resistance");
    const STEPS: usize = place("steps");
    const SUPPLIES: usize = place("supplies");
    const TRUCKS: usize = place("trucks");
    let mine = |input: usize| found[input];
    let rival = |input: usize| found[A_PLAYER + input];
    let medals = |of: &dyn Fn(usize) -> i32| 100 * of(MEDALS) + 16 * of(AMMO_SYMBOLS);
    let way = 60 * (mine(STEPS) + mine(FIGHTS) + mine(FOOD)) + 107 * mine(GAPS) + 43 * mine(SUPPLIES);
    let rival_way = [STEPS, FIGHTS, FOOD, GAPS, SUPPLIES].into_iter().map(rival).sum::<i32>();
    let hand = 8 * mine(RECON) + 40 * mine(RESISTANCE) + 15 * (1 - mine(CARD_USED));
    let lead = 1130 * late * (medals(&mine) - medals(&rival)) / 12;
    let at_stake = 3_000 * mine(EXPOSED) + 30_000 * mine(EXPOSED_PAID);
    let chances = 254 * mine(NEAR) + 178 * mine(FAR) + 1_200 * mine(TRUCKS) + 100 * hand - 300 * rival(NEAR);
    let sum = lead + 100 * medals(&mine) - way + 50 * rival_way + chances - at_stake;
    sum.div_euclid(200)
}

/// Where an input of a player stands among them.
const fn place(name: &str) -> usize {
    let mut at = 0;
    while at < OF_PLAYER.len() {
        let (known, name) = (OF_PLAYER[at].as_bytes(), name.as_bytes());
        let mut same = 0;
        while same < name.len() && same < known.len() && name[same] == known[same] {
            same += 1;
        }
        if same == name.len() && same == known.len() {
            return at;
        }
        at += 1;
    }
    panic!("no input of a player has this name")
}

fn count_of(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
