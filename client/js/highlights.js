// @ts-check
// What the decision at hand looks like on the board: glowing spots, reach, the way, targets.
/** @import { Ref } from "../types" */
import { num, put } from "./dom.js";
import { assault, crosshair, figure, march, ring as drawRing, tint } from "./drawings.js";
import { isCounted, legs, points } from "./editing.js";
import { seenWhole } from "./leading.js";
import { choice } from "./offers.js";
import { stateOf } from "./pointing.js";
import { indexOf, isPiece, isSpot, known, mayAct, on, spotOf } from "./state.js";

export function startHighlights() {
  known.board.stateOf = stateOf;
  on("choice", draw);
}

let drawnReach = "";

/** More places than this to choose from are not lit one by one. */
const MANY = 150;

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
    put(board.layers.over, choice.aim?.to === undefined ? party() : drawRing(places, choice.aim.to, "dest"));
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
  const border = seenWhole() ? "" : places.border([from, ...found.map((leg) => leg.spot)]);
  const figures = found
    .filter((leg) => isCounted() && leg.end && !board.stack(leg.spot).length && !places.isBox(leg.spot))
    .map((leg) => figure(places, leg.spot, points(Math.max(0, budget - leg.cost)), leg.stop));
  // Where places are joined by ways, the ways themselves are lit.
  const roads = seenWhole() ? found.map((leg) => `M${places.way(leg.via, leg.spot).map((p) => p.map(num).join(" ")).join("L")}`).join("") : "";
  return `${roads ? `<path class="lit-way-2" d="${roads}"/><path class="lit-way" d="${roads}"/>` : ""}${tints.join("")}<path class="reach-edge-2" d="${border}"/><path class="reach-edge" d="${border}"/>${figures.join("")}`;
}

/** Spots something can be done with. */
function spots() {
  if (!mayAct()) return "";
  const { open } = choice;
  /** @param {Ref} ref @param {boolean} on */
  const lit = (ref, on) => (isSpot(ref) ? tint(known.places, indexOf(ref), `may${on ? " on" : ""}`) : "");
  if (open?.kind === "some") {
    const all = open.of.filter(isSpot);
    if (all.length <= MANY) return all.map((ref) => lit(ref, choice.chosen.has(ref))).join("");
    // Half a map of glowing places would only hide the map: their border is enough.
    const border = known.places.border(all.map(indexOf));
    return `<path class="reach-edge-2" d="${border}"/><path class="reach-edge" d="${border}"/>${all.filter((ref) => choice.chosen.has(ref)).map((ref) => lit(ref, true)).join("")}`;
  }
  const shown = choice.aim ? choice.aim.offers : known.update.offers.keys();
  const about = new Map();
  for (const i of shown) {
    const offer = known.update.offers[i];
    for (const ref of [offer?.about ?? null, offer?.to == null ? null : /** @type {Ref} */ (`s${offer.to}`)])
      if (ref !== null) about.set(ref, lit(ref, i === choice.offer));
  }
  return [...about.values()].join("");
}

/** Arrows from those who take part to what the offer, or the question itself, is about. */
function party() {
  if (!mayAct()) return "";
  const { open, offer } = choice;
  const { focus } = known.shown.scene;
  const laidTo = choice.then.flatMap(({ pick }) => (typeof pick === "object" && "some" in pick ? pick.some : []));
  const joining = [...(open?.kind === "some" && open.of.some(isPiece) ? choice.chosen : []), ...laidTo];
  const about = offer === null ? undefined : spotOf(known.update.offers[offer]?.about ?? null);
  const aimed = open?.kind === "some" && open.of.some((ref) => isPiece(ref) && spotOf(ref) !== about) ? about : undefined;
  const target = aimed ?? (focus.by.length ? spotOf(focus.on[0] ?? null) : undefined);
  if (target === undefined || known.places.isBox(target)) return "";
  const bearing = aimed === undefined ? focus.by : [];
  const from = new Set([...bearing, ...joining].map(spotOf).filter((s) => s !== undefined && s !== target && !known.places.isBox(s)));
  return crosshair(known.places, target) + [...from].map((s) => assault(known.places, /** @type {number} */ (s), target)).join("");
}
