//! Places and the ways between them, as a game loads them from its map.

use crate::flood::flood;
use referee::Spot;

/// The connection of two spots, counted from 0: a hexside, a border. What it carries (a river, a
/// road) the game keeps in a vector indexed by it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Edge(pub u16);

impl Edge {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A step out of a spot: where it leads, and across what.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Way {
    pub to: Spot,
    pub edge: Edge,
}

/// Every spot with its name and the ways out of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    names: Vec<String>,
    /// All spots in order of their names.
    by_name: Vec<Spot>,
    ends: Vec<(Spot, Spot)>,
    /// The ways out of all spots, one spot after the other.
    ways: Vec<Way>,
    /// Where in `ways` those of a spot begin; one entry more than there are spots.
    first: Vec<u32>,
}

impl Board {
    /// Spots are numbered in the order of their names, edges in the order given, and the ways out of
    /// a spot follow that order too. Every edge can be crossed both ways.
    pub fn new(names: Vec<String>, edges: &[(Spot, Spot)]) -> Board {
        let spots = u16::try_from(names.len()).expect("a board has fewer than 65,536 spots");
        let edge_ids = 0..u16::try_from(edges.len()).expect("a board has fewer than 65,536 edges");

        let mut first = vec![0; names.len() + 1];
        for &(a, b) in edges {
            assert!(a.0 < spots && b.0 < spots, "an edge joins two spots of the board");
            assert!(a != b, "an edge joins two different spots");
            first[a.index() + 1] += 1;
            first[b.index() + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }

        let mut free = first.clone();
        let mut ways = vec![Way { to: Spot(0), edge: Edge(0) }; edges.len() * 2];
        for (&(a, b), edge) in edges.iter().zip(edge_ids.map(Edge)) {
            for (from, to) in [(a, b), (b, a)] {
                ways[free[from.index()] as usize] = Way { to, edge };
                free[from.index()] += 1;
            }
        }

        let mut by_name: Vec<Spot> = (0..spots).map(Spot).collect();
        by_name.sort_by_key(|spot| &names[spot.index()]);
        Board { names, by_name, ends: edges.to_vec(), ways, first }
    }

    /// How many spots there are.
    #[expect(clippy::len_without_is_empty, reason = "nobody plays on an empty board")]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// How many edges there are.
    pub fn edges(&self) -> usize {
        self.ends.len()
    }

    #[expect(clippy::cast_possible_truncation, reason = "checked when the board was made")]
    pub fn spots(&self) -> impl ExactSizeIterator<Item = Spot> + use<> {
        (0..self.len() as u16).map(Spot)
    }

    #[inline]
    pub fn ways(&self, from: Spot) -> &[Way] {
        &self.ways[self.first[from.index()] as usize..self.first[from.index() + 1] as usize]
    }

    /// The edge between two spots, or `None` if they do not touch.
    #[inline]
    pub fn edge(&self, a: Spot, b: Spot) -> Option<Edge> {
        self.ways(a).iter().find(|way| way.to == b).map(|way| way.edge)
    }

    #[inline]
    pub fn ends(&self, edge: Edge) -> (Spot, Spot) {
        self.ends[edge.index()]
    }

    pub fn name(&self, spot: Spot) -> &str {
        &self.names[spot.index()]
    }

    pub fn find(&self, name: &str) -> Option<Spot> {
        let at = self.by_name.binary_search_by(|spot| self.name(*spot).cmp(name));
        at.ok().map(|i| self.by_name[i])
    }

    /// The fewest steps from one spot to another. On a grid of hexes ask `Grid::distance` instead.
    pub fn steps_between(&self, a: Spot, b: Spot) -> Option<u16> {
        flood(self, [(a, 0)], u16::MAX, |_, _| Some(1)).cost(b)
    }
}
