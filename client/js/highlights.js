// @ts-check
// What the decision at hand looks like on the board: glowing spots, reach, the way, targets.
/** @import { Ref } from "../types" */
import { num, put } from "./dom.js";
import { assault, crosshair, figure, march, ring as drawRing, tint } from "./drawings.js";
import { choice, legs, points, stateOf } from "./offers.js";
import { indexOf, isSpot, known, mayAct, on, spotOf } from "./state.js";

export function startHighlights() {
  known.board.stateOf = stateOf;
  on("choice", draw);
}

let drawnReach = "";

function draw() {
  const { board, places } = known;
  board.wear();
  if (board.fanned !== null) board.fan(board.fanned);
  const { open } = choice;
  const key = open?.kind === "path" ? `${known.update.seq}:${choice.offer}` : "";
  if (open?.kind === "path") {
    if (key !== drawnReach) put(board.layers.tints, reach());
    let over = "";
    if (choice.path.length) {
      over = march(places, [open.from, ...choice.path], { classes: "preview", cut: 14, from: 26 });
      const end = choice.path.at(-1);
      if (end !== undefined) over = drawRing(places, end, "dest") + over;
    }
    put(board.layers.over, over);
  } else {
    put(board.layers.tints, spots());
    put(board.layers.over, party());
  }
  drawnReach = key;
}

function reach() {
  if (choice.open?.kind !== "path") return "";
  const { places, board } = known;
  const { budget, from } = choice.open;
  const found = [...legs().values()];
  const tints = found.map((leg) => {
    const left = budget ? Math.max(0, budget - leg.cost) / budget : 1;
    const classes = leg.stop ? "reach stop" : leg.end ? "reach" : "reach pass";
    return tint(places, leg.spot, classes, leg.stop || !leg.end ? "" : `fill-opacity="${num(0.2 + 0.34 * left)}"`);
  });
  const area = [from, ...found.map((leg) => leg.spot)].filter((spot) => !places.isOval(spot));
  const border = places.border(area);
  // Without costs there is nothing to count, nor if all cost the same.
  const counted = found.some((leg) => leg.cost > 0) && !(places.isOval(from) && new Set(found.map((leg) => leg.cost)).size < 2);
  const figures = found
    .filter((leg) => counted && leg.end && !board.stack(leg.spot).length && !places.isBox(leg.spot))
    .map((leg) => figure(places, leg.spot, points(Math.max(0, budget - leg.cost)), leg.stop));
  // On a board of roads the ways themselves are lit.
  const roads = found.filter((leg) => places.isOval(leg.spot)).map((leg) => `M${places.way(leg.via, leg.spot).map((p) => p.map(num).join(" ")).join("L")}`).join("");
  return `${roads ? `<path class="lit-way-2" d="${roads}"/><path class="lit-way" d="${roads}"/>` : ""}${tints.join("")}<path class="reach-edge-2" d="${border}"/><path class="reach-edge" d="${border}"/>${figures.join("")}`;
}

/** Spots something can be done with. */
function spots() {
  if (!mayAct()) return "";
  const { open } = choice;
  /** @param {Ref} ref @param {boolean} on */
  const lit = (ref, on) => (isSpot(ref) ? tint(known.places, indexOf(ref), `may${on ? " on" : ""}`) : "");
  if (open?.kind === "some") return open.of.map((ref) => lit(ref, choice.chosen.has(ref))).join("");
  const about = new Map(known.update.offers.map((offer, i) => [offer.about, lit(offer.about, i === choice.offer)]));
  return [...about.values()].join("");
}

/** Arrows from those who take part to what the offer is about. */
function party() {
  const { open, offer } = choice;
  if (open?.kind !== "some" || offer === null) return "";
  const target = spotOf(known.update.offers[offer]?.about ?? null);
  if (target === undefined) return "";
  const from = new Set([...choice.chosen].map(spotOf).filter((s) => s !== undefined && s !== target));
  if (![...open.of].some((ref) => spotOf(ref) !== target)) return "";
  return crosshair(known.places, target) + [...from].map((s) => assault(known.places, /** @type {number} */ (s), target)).join("");
}
