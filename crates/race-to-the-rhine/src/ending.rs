//! [16] The end of the game.

use crate::components::Commander;
use crate::state::{Areas, State};
use crate::{Event, Race};
use referee::{Outcome, Referee, Rule, Seat, Spot};

impl Race {
    /// [3.2] Areas of a player that his own connections join to his Army base through areas he controls.
    pub(crate) fn linked(&self, s: &State, who: Commander) -> Areas {
        let held = s.held[who.index()];
        let mut linked = Areas::only(self.base(s, who)) & held;
        let mut edge = linked;
        while !edge.is_empty() {
            let next = edge.iter().fold(Areas::empty(), |next, area| next | self.own[who.index()][area.index()]);
            edge = (next & held) - linked;
            linked |= edge;
        }
        linked
    }

    /// [3.1, 3.2] Where a corps of this player stands across the Rhine, with its link.
    pub(crate) fn across(&self, s: &State, who: Commander) -> Option<Spot> {
        let there = |corps| s.corps(corps).at.filter(|at| self.victory.contains(*at) && s.holds(who, *at));
        let mut standing = self.corps_of(who).filter_map(there);
        let first = standing.next()?;
        let linked = self.linked(s, who);
        std::iter::once(first).chain(standing).find(|at| linked.contains(*at))
    }

    /// [16.1] After every change of control or position, for every player. In solitaire the Axis has a last word.
    pub(crate) fn test_victory(&self, s: &mut State, r: &mut Referee<Event>) {
        if s.options.solo || s.winner.is_some() {
            return;
        }
        // The mover first: it is his doing.
        let others = Commander::ALL.into_iter().filter(|who| *who != s.mover() && s.players.contains(*who));
        let found = std::iter::once(s.mover()).chain(others).find_map(|who| Some((who, self.across(s, who)?)));
        if let Some((who, at)) = found {
            self.win(s, who, at, r);
        }
    }

    /// [16.1, 17.B.1]
    pub(crate) fn win(&self, s: &mut State, who: Commander, at: Spot, r: &mut Referee<Event>) {
        s.winner = Some(who);
        s.steps.clear();
        r.note(Rule(if s.options.solo { "17.B.1" } else { "16.1" }), Event::Won { who, at });
    }

    /// [16.4, 16.5]
    pub(crate) fn medals(&self, s: &State, who: Commander) -> u16 {
        let printed = s.side(who).taken.iter().filter(|card| self.card(*card).medal).count();
        let plain = self.plain_ammo(s, who) / u16::from(self.c.tables.medal_ammo);
        u16::from(s.side(who).medals) + u16::try_from(printed).unwrap_or(0) + plain
    }

    /// How far the game went a player's way, for measuring: medals beyond those of the best rival. Who is alone wins by
    /// crossing and by nothing else [17.B.1]: for him it is what he still needs for that.
    pub(crate) fn gained(&self, s: &State, seat: Seat) -> i32 {
        let Some(me) = Commander::of_seat(seat) else { return 0 };
        if s.options.solo {
            let safe = s.held[me.index()] - self.vulnerable(s, me);
            return -self.firm_posts(s, me, safe).0;
        }
        let medals = |who: Commander| i32::from(self.medals(s, who));
        let rivals = s.playing().filter(|who| *who != me);
        medals(me) - rivals.map(medals).max().unwrap_or(0)
    }

    pub(crate) fn outcome(&self, s: &State) -> Outcome {
        let outcome = |winner: Option<Commander>, level, rule| Outcome {
            winner: winner.map(Commander::seat),
            level,
            rule: Rule(rule),
        };
        match s.winner {
            Some(who) if s.options.solo => return outcome(Some(who), "solitaire victory", "17.B.1"),
            Some(who) => return outcome(Some(who), "automatic victory", "16.1"),
            None if s.options.solo => return outcome(None, "solitaire defeat", "17.B.3"),
            None => {}
        }
        // [3.3, 16.3, 16.6, 16.7] Later in the order wins what is still equal.
        let rank = |who: &Commander| (self.medals(s, *who), s.side(*who).beaten);
        let best = s.playing().map(|who| rank(&who)).max().unwrap_or_default();
        let tied_on_medals = s.playing().filter(|who| self.medals(s, *who) == best.0).count();
        let tied = s.playing().filter(|who| rank(who) == best).count();
        let winner = s.playing().filter(|who| rank(who) == best).last();
        match (tied_on_medals, tied) {
            (1, _) => outcome(winner, "most medals", "16.3"),
            (_, 1) => outcome(winner, "equal medals, most divisions beaten", "16.6"),
            _ => outcome(winner, "equal medals and divisions, later in the order", "16.7"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::{Game, Seeded, Setup};

    fn started(game: &Race, scenario: &str) -> State {
        let setup = Setup { scenario: scenario.into(), options: vec![] };
        game.start(&setup, &mut Referee::silent(&mut Seeded(5)))
    }

    #[test]
    fn alone_the_way_across_counts_and_medals_do_not() {
        let game = Race::new(&crate::files()).expect("our own files are in order");
        let mut s = started(&game, "solo-patton");
        let (me, seat) = (Commander::Patton, Commander::Patton.seat());
        let before = game.margin(&s, seat);
        s.side_mut(me).medals += 3;
        assert_eq!(game.margin(&s, seat), before, "medals win nothing");
        // [17.B.1] All that can be his is, so no area is missing in the line.
        s.held[me.index()] =
            game.victory.iter().chain(game.own[me.index()].iter().flat_map(|near| near.iter())).collect();
        assert!(game.margin(&s, seat) > before, "a line that stands is nearer to the end");
    }

    #[test]
    fn with_rivals_medals_count() {
        let game = Race::new(&crate::files()).expect("our own files are in order");
        let mut s = started(&game, "monty-brad");
        let [monty, brad] = [Commander::Monty, Commander::Brad].map(Commander::seat);
        assert_eq!(game.margin(&s, monty), 0);
        s.side_mut(Commander::Brad).medals += 2;
        assert_eq!((game.margin(&s, monty), game.margin(&s, brad)), (-2, 2));
    }
}
