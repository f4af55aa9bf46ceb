//! Income: Maneuver Supply Points (5.A to 5.C), replacements (18.B), naval points [25.b].

use crate::RoadToTheRhine;
use crate::components::Income;
use crate::event::Event;
use crate::state::{Account, Side, State, month};
use referee::{Referee, Rule};

impl RoadToTheRhine {
    /// [5.A.a]
    pub(crate) fn receive(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        self.receive_replacements(s, side, r);
        self.receive_points(s, side, r);
        if side == Side::GE {
            s.naval = self.components.tables.naval[month(s.turn)];
        }
    }

    /// The line of the chart [18.B.b]: kinds with their counts. The battles have none [32.F], [34.F], the campaigns go by the
    /// chart [31.F], [35.F].
    pub(crate) fn chart_kinds(&self, s: &State, side: Side) -> Vec<(u8, u8)> {
        if !self.scenario(s).replacements {
            return vec![];
        }
        let year = if s.turn < 16 { 1944 } else { 1945 };
        let table =
            self.components.tables.replacements.iter().find(|it| it.allied == (side == Side::AL) && it.year == year);
        let Some(table) = table else { return vec![] };
        let week = table.weeks[usize::from(s.turn % 4)];
        (0u8..).zip(week).filter(|(_, count)| *count > 0).collect()
    }

    fn receive_replacements(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        let line = self.chart_kinds(s, side);
        if line.is_empty() {
            return;
        }
        let mut got = [0; 13];
        for (kind, count) in line {
            got[usize::from(kind)] = count;
        }
        r.note(Rule("18.B.a"), Event::Replacements(got));
        for (kind, count) in got.into_iter().enumerate() {
            // [31.E.e] Debts come off first.
            let debt = s.owes[kind].min(count);
            s.owes[kind] -= debt;
            // [18.B.c] What is left stays.
            s.has[kind] = s.has[kind].saturating_add(count - debt);
            if debt > 0 {
                r.note(Rule("31.E.e"), Event::Owed { kind: u8::try_from(kind).unwrap_or(0), count: debt });
            }
        }
    }

    /// [33.F] Kinds of which the chart has brought more than were named already.
    pub(crate) fn may_forgo(&self, s: &State, named: &[u8; 13]) -> impl Iterator<Item = u8> {
        let kinds = self.chart_kinds(s, s.initiative).into_iter();
        let left = |(kind, count): &(u8, u8)| s.has[usize::from(*kind)] > 0 && named[usize::from(*kind)] < *count;
        kinds.filter(left).map(|(kind, _)| kind)
    }

    pub(crate) fn forgo(&self, s: &mut State, kind: u8, r: &mut Referee<Event>) {
        let stock = &mut s.has[usize::from(kind)];
        *stock = stock.saturating_sub(1);
        r.note(Rule("33.F"), Event::NotReceived(kind));
    }

    /// [5.B.b] What is not spent is kept. The first sums and what differs from the schedule are in the scenario: [31.D],
    /// [33.D.a], [33.D.b], [34.D.a], [35.D].
    fn receive_points(&self, s: &mut State, side: Side, r: &mut Referee<Event>) {
        let tables = &self.components.tables;
        let turn = usize::from(s.turn).min(crate::state::TURNS - 1);
        let (mut less, southern, german) = match self.scenario(s).income[side] {
            Income::None => return,
            Income::Normal => (0, true, None),
            Income::Changed { less, southern, german } => (less, southern, german),
        };
        let mut give = |account: Account, rule: &'static str, count: u16, source: &'static str| {
            // [33.D.b] What goes to others comes off all that is received.
            let elsewhere = less.min(count);
            less -= elsewhere;
            let count = count - elsewhere;
            if count > 0 {
                s.msp[account as usize] = s.msp[account as usize].saturating_add(count);
                r.note(Rule(rule), Event::Points { count, source });
            }
        };
        // [5.B.a]
        if side == Side::GE {
            give(Account::German, "5.B.a", german.unwrap_or(tables.german[turn]), "");
            return;
        }
        // [28.b]; [5.C.1.b], [5.C.3] One account for all that may be used anywhere.
        let penalty = u16::from(s.penalty);
        let invasion = tables.invasion[turn].saturating_sub(penalty);
        give(Account::Allied, "5.C.1.a", invasion, "from the invasion ports");
        if southern {
            give(Account::South, "5.C.2.a", tables.southern[turn], "from the southern ports");
        }
        for (port, name) in [(0, "from Dunkirk"), (1, "from Ostende")] {
            if self.small_port_pays(s.ports[port], s.turn) {
                give(Account::Allied, "19.c", tables.small, name);
            }
        }
        // [19.h] The first turn after a pause pays what the last one paid.
        let ran = if s.antwerp_paused { s.antwerp_ran.saturating_sub(1) } else { s.antwerp_ran };
        let (ports, held) = (s.ports, s.held);
        let antwerp = self.antwerp_income(ports[2], held, ran, s.turn);
        give(Account::Allied, "19.f", antwerp, "from Antwerp");
        if antwerp > 0 {
            s.antwerp_ran = ran.saturating_add(1);
            s.antwerp_paused = false;
        }
    }
}
