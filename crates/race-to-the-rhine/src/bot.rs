//! What the yardstick sees in a position, as on 2026-11-16. Everything is measured in actions: how many a corps is still
//! away from the far bank, with the supplies it lacks counted by what it would take to bring them up. It stays as it is;
//! what the levels at the table play by is in `judgement.rs`.

mod advice;
mod fields;

pub(crate) use fields::{Field, Towards};

use crate::Race;
use crate::components::{Commander, Load, Supply};
use crate::sequence::{Debt, Step};
use crate::state::{Areas, DeckId, MAX_AREAS, MAX_CORPS, State};
use referee::{Piece, Seat, Spot};
use std::rc::Rc;

/// The worth of one action.
pub(crate) const ACTION: i32 = 120;
/// What cannot be reached at all.
pub(crate) const NEVER: i32 = 40 * ACTION;
/// A step of the nearest corps, and of one that follows.
const STEP: i32 = ACTION / 3;
const FOLLOW: i32 = 6;
/// A marker that has to follow a full card; and what a marker costs at most, however far it is.
const LATER: i32 = ACTION;
const FAR: i32 = 140;
/// In solitaire: an area that is missing in the line, what another corps needs for its post in hundredths, and a
/// marker that a truck takes from the card of a corps.
const GAP: i32 = 15;
const POST: i32 = 60;
const ROBBED: i32 = 25;

/// What a corps still needs on its way, by kinds; each in parts of an action.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Needs {
    /// Areas to enter; less for those that a movement under way may still enter.
    pub(crate) steps: i32,
    /// Cards to be drawn, Axis cards above all; less if air support waits for them.
    pub(crate) fights: i32,
    /// Areas that are missing in the line to the base.
    pub(crate) gaps: i32,
    /// Gas and ammo that must be brought.
    pub(crate) supplies: i32,
    /// Food, and a corps that is grounded.
    pub(crate) food: i32,
    pub(crate) fight_is_near: bool,
}

impl Needs {
    pub(crate) const NEVER: Needs =
        Needs { steps: NEVER, fights: 0, gaps: 0, supplies: 0, food: 0, fight_is_near: false };

    pub(crate) fn sum(&self) -> i32 {
        self.steps + self.fights + self.gaps + self.supplies + self.food
    }
}

/// What a commander who is alone needs to win, given what he will not lose, and whether a fight is near.
type Alone = fn(&Race, &State, Commander, Areas) -> (i32, bool);

/// The way of one corps to the Rhine.
#[derive(Copy, Clone, Default)]
struct Route {
    steps: i32,
    /// Areas that draw Pursuit cards, and Axis cards.
    pursuit: i32,
    fights: i32,
    /// Ammo that is certain to be asked for, and what should be at hand besides.
    ammo: i32,
    more_ammo: i32,
    /// A fight within one movement.
    fight_is_near: bool,
}

impl Race {
    /// How good the position looks, in parts of an action.
    pub(crate) fn value_of(&self, s: &State, seat: Seat) -> i32 {
        let Some(me) = Commander::of_seat(seat) else { return 0 };
        match s.steps.top() {
            // What the truck will carry is still to be said: the best of some plain loads.
            Some(Step::Carry { from, to }) if s.mover() == me => {
                let here = self.within_reach_of_truck(s, me, from);
                let loads = plain_loads(here, self.c.tables.truck_load);
                loads.map(|load| self.standing(&self.carried(s, me, from, to, load), me)).max().unwrap_or(0)
            }
            _ => self.standing(s, me),
        }
    }

    pub(crate) fn standing(&self, s: &State, me: Commander) -> i32 {
        self.standing_by(s, me, Race::posts)
    }

    /// The same, with a way to say what a commander who is alone still needs, and whether a fight is near.
    pub(crate) fn standing_by(&self, s: &State, me: Commander, alone: Alone) -> i32 {
        let medal = self.medal_worth(s);
        let side = s.side(me);
        let exposed = self.vulnerable(s, me);
        // In solitaire all of it will be lost at the end of the turn.
        let held = if s.options.solo { s.held[me.index()] - exposed } else { s.held[me.index()] };
        let (away, near) = if s.options.solo { alone(self, s, me, held) } else { self.race(s, me, held) };
        let plain = i32::from(self.plain_ammo(s, me)) % 5;
        let mut worth = -away + i32::from(self.medals(s, me)) * medal + plain * medal / 6;
        worth += self.medals_ahead(s, me, held) * medal / 100;
        worth += i32::from(side.trucks) * 4 + i32::from(!side.card_used) * 15;
        let hand = side
            .hand
            .iter()
            .map(|card| if self.card(card).kind == crate::components::CardKind::Recon { 8 } else { 40 });
        worth += hand.sum::<i32>();
        let at_stake: i32 = exposed.iter().map(|at| 6 + if s.paid.contains(at) { medal / 3 } else { 0 }).sum();
        worth -= at_stake;
        worth + self.pending(s, me, medal, near)
    }

    /// What a question that is still open is worth.
    pub(crate) fn pending(&self, s: &State, me: Commander, medal: i32, fight_is_near: bool) -> i32 {
        match s.steps.top() {
            Some(Step::Pay { who, why, times }) if who == me => {
                -medal * i32::from(times) * if why == Debt::Landing { 1 } else { 0 }
            }
            Some(Step::Civilians { .. }) => medal / 2,
            Some(Step::Market { .. }) => 5,
            Some(Step::Bonus { .. }) => 45,
            Some(Step::Overflow { at }) => {
                -45 * i32::from(s.lying[at.index()].total().saturating_sub(self.limit(s, at).into()))
            }
            Some(Step::Card) if me == Commander::Brad => {
                if fight_is_near {
                    30
                } else {
                    -30
                }
            }
            Some(Step::Card) => 60,
            _ => 0,
        }
    }

    /// A medal counts more when the end is near.
    pub(crate) fn medal_worth(&self, s: &State) -> i32 {
        if s.options.solo {
            return 10;
        }
        let rounds = i32::from(s.axis_pool) / i32::try_from(s.players.len()).unwrap_or(3).max(1);
        if s.last_round { 300 } else { 70 + 15 * (8 - rounds.min(8)) }
    }

    /// Actions until a corps has crossed, the corps weighted by how near they are; and whether a fight is near.
    fn race(&self, s: &State, who: Commander, held: Areas) -> (i32, bool) {
        let Some((needs, behind)) = self.lead(s, who, held) else { return (NEVER, false) };
        (needs.sum() + behind, needs.fight_is_near)
    }

    /// What the nearest corps needs to cross, and how far the others are behind.
    pub(crate) fn lead(&self, s: &State, who: Commander, held: Areas) -> Option<(Needs, i32)> {
        let field = self.field(s, who, held, self.victory - (s.controlled() - held), Towards::Goal);
        let gaps = self.gaps(s, who, held);
        let mut lead: Option<(Needs, Piece)> = None;
        for corps in self.corps_of(who) {
            let Some(at) = s.corps(corps).at else { continue };
            let needs = self.away(s, who, corps, at, held, &field, &gaps);
            if lead.is_none_or(|(best, _)| needs.sum() < best.sum()) {
                lead = Some((needs, corps));
            }
        }
        let (needs, first) = lead?;
        let others = self.corps_of(who).filter(|corps| *corps != first);
        Some((needs, others.map(|corps| self.behind(s, who, corps)).sum()))
    }

    /// In solitaire whatever no corps protects is lost at once: one corps crosses, and the others stand three areas
    /// apart on its line to the base. What all of them still need, and whether a fight is near.
    fn posts(&self, s: &State, who: Commander, safe: Areas) -> (i32, bool) {
        let held = s.held[who.index()];
        let goal = self.field(s, who, held, self.victory - (s.controlled() - held), Towards::Goal);
        let mut line = [self.base(s, who); MAX_AREAS];
        if goal.cost[line[0].index()] == u16::MAX {
            return (NEVER, false);
        }
        let mut last = 0;
        while goal.cost[line[last].index()] > 0 {
            line[last + 1] = goal.next[line[last].index()];
            last += 1;
        }
        self.posted(s, who, safe, &goal, &line[..=last])
    }

    /// What the corps still need for their posts on a line from the base to its end, where the first of them goes.
    pub(crate) fn posted(&self, s: &State, who: Commander, safe: Areas, goal: &Field, line: &[Spot]) -> (i32, bool) {
        let (held, last) = (s.held[who.index()], line.len() - 1);
        let mut order = [(0, Piece(0), Spot(0)); MAX_CORPS];
        let mut count = 0;
        for corps in self.corps_of(who) {
            let Some(at) = s.corps(corps).at else { continue };
            let lame = if self.is_lame(s, corps, at) { 5 } else { 0 };
            order[count] = (goal.cost[at.index()].saturating_add(lame), corps, at);
            count += 1;
        }
        order[..count].sort_unstable_by_key(|(far, corps, _)| (*far, corps.0));
        let [(_, first, at), ref others @ ..] = order[..count] else { return (NEVER, false) };
        let whole = [0; MAX_AREAS];
        let needs = self.away(s, who, first, at, held, goal, &whole);
        let mut sum = needs.sum() + i32::from(self.gaps(s, who, safe)[at.index()].min(8)) * GAP;
        // What a transport under way can still bring counts once.
        let mut calm = *s;
        if let Some(Step::Transport { .. }) = s.steps.top() {
            calm.steps.pop();
        }
        for ((_, corps, at), behind) in others.iter().zip((3..).step_by(3)) {
            let post = line[last.saturating_sub(behind)];
            let field = self.field(s, who, held, Areas::only(post), Towards::Goal);
            let away = self.away(&calm, who, *corps, *at, held, &field, &whole).sum();
            sum += away.min(12 * ACTION) * POST / 100;
        }
        (sum, needs.fight_is_near)
    }

    /// Whether a corps cannot move before something is brought to it.
    fn is_lame(&self, s: &State, corps: Piece, at: Spot) -> bool {
        let state = s.corps(corps);
        state.grounded || state.load.gas == 0 && s.lying[at.index()].gas == 0
    }

    /// The other corps: they follow, ready to take over.
    fn behind(&self, s: &State, who: Commander, corps: Piece) -> i32 {
        let state = s.corps(corps);
        let Some(at) = state.at else { return 0 };
        let steps = i32::from(self.to_rhine[who.index()][at.index()].min(30));
        let (gas, ammo) = (i32::from(state.load.gas.min(2)), i32::from(state.load.ammo.min(3)));
        let food = i32::from((state.load.food + s.lying[at.index()].food).min(1));
        steps * FOLLOW - gas * 14 - ammo * 8 - food * 10 + i32::from(state.grounded) * 60
    }

    /// Actions of the nearest corps alone.
    pub(crate) fn nearest(&self, s: &State, who: Commander) -> i32 {
        let held = s.held[who.index()];
        let field = self.field(s, who, held, self.victory - (s.controlled() - held), Towards::Goal);
        let gaps = self.gaps(s, who, held);
        let away = |corps: Piece| s.corps(corps).at.map(|at| self.away(s, who, corps, at, held, &field, &gaps).sum());
        self.corps_of(who).filter_map(away).min().unwrap_or(NEVER)
    }

    /// What one corps still needs: areas, and supplies with their price.
    #[expect(clippy::too_many_arguments, reason = "what was worked out once for all corps")]
    fn away(
        &self,
        s: &State,
        who: Commander,
        corps: Piece,
        at: Spot,
        held: Areas,
        field: &Field,
        gaps: &[u8; MAX_AREAS],
    ) -> Needs {
        if field.cost[at.index()] == u16::MAX {
            return Needs::NEVER;
        }
        let route = self.route(s, held, field, at);
        let state = s.corps(corps);
        let left = match s.steps.top() {
            Some(Step::Moving { corps: moving, left, .. }) if moving == corps => i32::from(left),
            _ => 0,
        };
        let gas = ((route.steps - left).max(0) + 2) / 3 + (route.fights - 1).max(0);
        let more_gas = i32::from(route.fights > 0);
        let lack = |need: i32, have: u8| (need - i32::from(have)).max(0);
        let (no_gas, no_ammo) = (lack(gas, state.load.gas), lack(route.ammo, state.load.ammo));
        let spare_gas = lack(gas + more_gas, state.load.gas) - no_gas;
        let spare_ammo = lack(route.ammo + route.more_ammo, state.load.ammo) - no_ammo;
        // Areas that a movement may still enter are nearly as good as entered.
        let mut needs = Needs {
            steps: route.steps * STEP - left.min(route.steps) * 28,
            fights: route.fights * 30 + route.pursuit * 6,
            gaps: i32::from(gaps[at.index()]).min(6) * 70,
            ..Needs::default()
        };
        let no_food = state.grounded || state.load.food == 0 && s.lying[at.index()].food == 0;
        // What the card has no room for will have to follow later, wherever it lies now.
        let mut room =
            i32::from(self.c.tables.card_limit) - i32::from(state.load.gas + state.load.ammo + state.load.food.min(1));
        let mut now = |wanted: i32| {
            let taken = wanted.min(room);
            room -= taken;
            taken
        };
        let (gas_now, ammo_now) = (now(no_gas), now(no_ammo));
        let (more_ammo_now, more_gas_now) = (now(spare_ammo), now(spare_gas));
        needs.supplies += (no_gas + no_ammo - gas_now - ammo_now) * LATER;
        needs.supplies += (spare_gas + spare_ammo - more_gas_now - more_ammo_now) * LATER / 3;
        if gas_now + ammo_now + more_gas_now + more_ammo_now > 0 || no_food {
            let depots = self.depots(s, who, held, at);
            needs.supplies +=
                depots.price(Supply::Gas, gas_now, more_gas_now) + depots.price(Supply::Ammo, ammo_now, more_ammo_now);
            if no_food {
                let urgent = match s.truck_stock {
                    _ if state.grounded => 100,
                    0..=6 => 80,
                    7..=12 => 50,
                    _ => 25,
                };
                needs.food += depots.price(Supply::Food, 1, 0) * urgent / 100;
            }
        }
        if state.grounded {
            needs.food += ACTION;
        }
        let can_go = left > 0 || !state.grounded && (state.load.gas > 0 || s.lying[at.index()].gas > 0);
        if route.fight_is_near && can_go && s.side(who).air == Some(DeckId::Axis) {
            needs.fights -= ACTION / 2;
        }
        needs.fight_is_near = route.fight_is_near && can_go;
        needs
    }

    fn route(&self, s: &State, held: Areas, field: &Field, from: Spot) -> Route {
        let mut route = Route::default();
        let mut at = from;
        while field.cost[at.index()] > 0 {
            at = field.next[at.index()];
            route.steps += 1;
            if held.contains(at) {
                continue;
            }
            let drops = i32::from(s.drops_in(at));
            let walls = i32::from(self.area(at).fortified);
            if s.axis.contains(at) || self.flags.contains(at) {
                let first = route.fights == 0;
                route.fights += 1;
                route.ammo += (3 + walls - drops).max(0);
                route.fight_is_near |= first && route.steps <= 3;
            } else {
                route.pursuit += 1;
                route.ammo += (walls - drops).max(0);
            }
        }
        if route.pursuit > 2 {
            route.more_ammo += 1;
        }
        route
    }

    /// What it costs to get from the nearest corps to each area, over own roads; from those that can move only, if asked.
    pub(crate) fn reached(&self, s: &State, who: Commander, able: bool) -> Rc<Field> {
        let stands = |corps: Piece| s.corps(corps).at.filter(|at| !able || !self.is_lame(s, corps, *at));
        let corps: Areas = self.corps_of(who).filter_map(stands).collect();
        self.field(s, who, s.held[who.index()], corps, Towards::From)
    }

    /// Hundredths of medals that corps are on their way to.
    pub(crate) fn medals_ahead(&self, s: &State, who: Commander, held: Areas) -> i32 {
        let mut goal = self.coloured[who.index()] - s.controlled();
        goal.retain(|at| self.area(at).medal);
        if goal.is_empty() {
            return 0;
        }
        let field = self.field(s, who, held, goal, Towards::Goal);
        let ahead = |corps: Piece| {
            let state = s.corps(corps);
            let at = state.at.filter(|at| field.cost[at.index()] < 60)?;
            let lame = self.is_lame(s, corps, at);
            Some((60 - i32::from(field.cost[at.index()])) * if lame { 30 } else { 50 } / 60)
        };
        self.corps_of(who).filter_map(ahead).sum()
    }

    /// Where supplies for a corps lie, by truck legs along own roads.
    fn depots(&self, s: &State, who: Commander, held: Areas, to: Spot) -> Depots {
        let column = Race::column(s, who);
        let per_leg = ACTION / 3 / i32::from(self.c.tables.placement[column]);
        let pool = i32::from(s.side(who).trucks);
        let mut depots = Depots { lying: [(Load::NOTHING, 0); 10], count: 0, delivery: [NEVER / 8; 3] };
        // Legs of a transport that has begun are paid for.
        let mut under_way = match s.steps.top() {
            Some(Step::Transport { left }) if s.mover() == who => i32::from(left).min(pool),
            _ => 0,
        };
        let base = self.base(s, who);
        for (at, far) in self.hauls(s, who, held, to).iter().copied() {
            let lying = s.lying[at.index()];
            let paid = if lying.is_empty() { 0 } else { under_way.min(i32::from(far)) };
            under_way -= paid;
            let whole = |far: i32| if far > 0 { 14 + far * per_leg } else { 0 };
            let short = (i32::from(far) - pool).max(0) * 7;
            let way = whole(i32::from(far) - paid) + paid * 2 + short;
            let from_here = whole(i32::from(far)) + short;
            if !lying.is_empty() && depots.count < depots.lying.len() {
                depots.lying[depots.count] = (lying, way + 1);
                depots.count += 1;
            }
            if at == base || self.area(at).limited_base && held.contains(at) {
                for supply in Supply::ALL {
                    let fetch = match at == base && s.stock.get(supply) > 0 {
                        true => 40,
                        false => 70,
                    };
                    let price = &mut depots.delivery[supply as usize];
                    *price = (*price).min(from_here + fetch);
                }
            }
        }
        // However far it is, it can follow later.
        for price in &mut depots.delivery {
            *price = (*price).min(FAR);
        }
        depots
    }

    /// The state after a truck has brought this, near enough.
    pub(crate) fn carried(&self, s: &State, who: Commander, from: Spot, to: Spot, load: Load) -> State {
        let mut s = *s;
        s.steps.pop();
        let lying = s.lying[from.index()];
        let first = lying.common(load);
        s.lying[from.index()] = lying.minus(first).unwrap_or_default();
        let rest = load.minus(first).unwrap_or_default();
        if let Some(corps) = s.corps_at(from).filter(|corps| self.unit(*corps).commander == who) {
            let card = s.corps(corps).load;
            s.corps_mut(corps).load = card.minus(rest).unwrap_or_default();
        }
        s.lying[to.index()] = s.lying[to.index()].plus(load);
        s
    }
}

/// Supplies within reach of a corps, nearest first, each with its price; and what a delivery would cost.
struct Depots {
    lying: [(Load, i32); 10],
    count: usize,
    delivery: [i32; 3],
}

impl Depots {
    /// What so many markers cost, and half of what some more would.
    fn price(&self, supply: Supply, needed: i32, spare: i32) -> i32 {
        let delivery = self.delivery[supply as usize];
        let (mut left, mut sum) = (needed + spare, 0);
        for (lying, price) in &self.lying[..self.count] {
            let taken = i32::from(lying.get(supply)).min(left);
            let full = taken.min((left - spare).max(0));
            sum += full * (*price).min(delivery) + (taken - full) * (*price).min(delivery) / 2;
            left -= taken;
        }
        let full = (left - spare).max(0);
        sum + full * delivery + (left - full) * delivery / 2
    }
}

/// Some of everything, or one kind before the others.
pub(crate) fn plain_loads(here: Load, limit: u8) -> impl Iterator<Item = Load> {
    let orders = [
        [Supply::Gas, Supply::Ammo, Supply::Food],
        [Supply::Ammo, Supply::Gas, Supply::Food],
        [Supply::Food, Supply::Ammo, Supply::Gas],
    ];
    orders.into_iter().map(move |order| {
        let mut load = Load::NOTHING;
        for supply in order {
            let room = limit - u8::try_from(load.total()).unwrap_or(limit).min(limit);
            *load.get_mut(supply) = here.get(supply).min(room);
        }
        load
    })
}
