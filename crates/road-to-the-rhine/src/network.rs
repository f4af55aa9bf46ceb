//! Hexes and boxes as one board, and the neighbours of every hex side by side.

use crate::components::{Country, Map, Place};
use crate::state::NOWHERE;
use crate::{BOXES, Off, RoadToTheRhine};
use board::Board;
use referee::Spot;

/// A neighbour of a hex, and what their hexside carries.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Near {
    pub(crate) to: Spot,
    pub(crate) sides: u16,
}

impl RoadToTheRhine {
    /// The neighbours of a hex.
    #[inline]
    pub(crate) fn near(&self, hex: Spot) -> impl Iterator<Item = Near> + '_ {
        self.around[hex.index()].iter().copied().take_while(|near| near.to != NOWHERE)
    }
}

/// Hexes and their neighbours; boxes and where units come from them or leave for them; ports and ports [25.d].
pub(crate) fn lay_out(map: &Map) -> (Board, u16) {
    let mut names: Vec<String> = map.grid.spots().map(|hex| map.grid.name(hex)).collect();
    let hexes = u16::try_from(names.len()).expect("few hexes");
    names.extend(BOXES.iter().map(|name| (*name).to_owned()));
    let mut edges = map.grid.edges();
    let map_edges = u16::try_from(edges.len()).expect("few edges");
    let place = |place: Off| Spot(hexes + place as u16);
    let mut entries = *map.edge_hexes("west-n") | *map.edge_hexes("west-s") | *map.edge_hexes("south-s");
    entries |= *map.edge_hexes("north-n") | *map.region("bulge-entry");
    entries.extend(
        map.grid
            .spots()
            .filter(|hex| map.place[hex.index()] >= Place::Town && map.country[hex.index()] == Country::Germany),
    );
    edges.extend(entries.iter().map(|hex| (hex, place(Off::Waiting))));
    edges.push((place(Off::Waiting), place(Off::England)));
    let west = *map.edge_hexes("west-n") | *map.edge_hexes("west-s");
    edges.extend(west.iter().map(|hex| (hex, place(Off::Crossing))));
    let chart = *map.edge_hexes("chart-box-west") | *map.edge_hexes("chart-box-north");
    edges.extend(chart.iter().flat_map(|hex| [(hex, place(Off::ChartWest)), (hex, place(Off::ChartNorth))]));
    for from in &map.transfer_from {
        for to in &map.transfer_to {
            if !map.grid.adjacent(*from, *to) {
                edges.push((*from, *to));
            }
        }
    }
    (Board::new(names, &edges), map_edges)
}

/// The neighbours of every hex. Supply and zones are asked for all the time.
pub(crate) fn around(map: &Map, board: &Board, map_edges: u16) -> Vec<[Near; 6]> {
    let neighbours = |hex: Spot| {
        let mut six = [Near { to: NOWHERE, sides: 0 }; 6];
        let ways = board.ways(hex).iter().filter(|way| way.edge.0 < map_edges);
        for (near, way) in six.iter_mut().zip(ways) {
            *near = Near { to: way.to, sides: map.sides[way.edge.index()] };
        }
        six
    };
    map.grid.spots().map(neighbours).collect()
}
