// @ts-check
// Leading the eye: what a decision is about is brought into view, clear of the banner and large enough to read.
/** @import { Point } from "./geometry.js" */
import { afar, narrow } from "./dom.js";
import { wantsPlaces } from "./editing.js";
import { choice } from "./offers.js";
import { indexOf, known, mayAct, spotOf } from "./state.js";

/** Field maps are read from here on. */
const LEGIBLE = 0.7;

/** Whether the map is looked at as a whole. */
export const seenWhole = () => known.kit.layout === "network";

/** @param {(number | undefined)[]} spots @returns {Point[]} */
const onMap = (spots) => [...new Set(spots)].flatMap((spot) => (spot === undefined || known.places.isBox(spot) ? [] : [known.places.centre(spot)]));

/** Where the answer that is open happens, or else what the question is about. @returns {Point[]} */
function scene() {
  const { open, offer, menu } = choice;
  const { focus } = known.shown.scene;
  if (open?.kind === "path") return onMap(known.places.isBox(open.from) ? open.legs.filter((leg) => leg.end).map((leg) => leg.spot) : [open.from]);
  if (open?.kind === "some" && wantsPlaces()) return onMap(open.of.map(indexOf));
  const about = offer === null ? undefined : spotOf(known.update.offers[offer]?.about ?? null);
  const main = onMap([about, menu?.spot, ...focus.on.map(spotOf), ...focus.by.map(spotOf)]);
  if (main.length) return main;
  return open?.kind === "some" ? onMap(open.of.map(spotOf)) : [];
}

/** Of so many places all are brought into view; of more, one is enough. */
const FEW = 12;

/** The heart of it, if not all can be shown large enough to read: what the open answer is about, or else what the question is about. */
function heart() {
  const { offer, menu } = choice;
  const about = onMap([offer === null ? undefined : spotOf(known.update.offers[offer]?.about ?? null), menu?.spot]);
  return about.length ? about : onMap(known.shown.scene.focus.on.map(spotOf));
}

/** Brings what is being answered into view. */
export function lead() {
  const points = scene();
  if (!points.length || (points.length > FEW && points.some((point) => known.board.view.isFree(point, 40)))) return;
  bring(points);
}

/** A decision that has just come up: what it is about, or at least something of what can be done. */
export function leadToDecision() {
  if (!mayAct()) return;
  const points = scene();
  const { view } = known.board;
  // Of many, whoever works on some of them is left where he is.
  if (points.length > FEW && view.k >= legible() && points.some((point) => view.isFree(point, 40))) return;
  if (points.length) return bring(points);
  // What has to be done comes before what may be done.
  const things = onMap((known.shown.scene.due?.on ?? known.update.offers.map((offer) => offer.about)).map(spotOf));
  if (things.length && !things.some((point) => view.isFree(point, 20))) bring(things);
}

/** Who can go to a place: somebody of them is in view, with the place. @param {number[]} offers @param {number} to */
export function leadToThese(offers, to) {
  const movers = onMap(offers.map((i) => spotOf(known.update.offers[i]?.about ?? null)));
  if (movers.length && !movers.some((point) => known.board.view.isFree(point, 20))) bring([known.places.centre(to), ...movers]);
}

/** The thing that was led to last. */
let last = -1;

/** On to the next of the things something can be done with; what has to be done first. */
export function leadToNext() {
  const refs = known.shown.scene.due?.on ?? (choice.aim ? choice.aim.offers.map((i) => known.update.offers[i]) : known.update.offers).map((offer) => offer?.about ?? null);
  const spots = [...new Set(refs.map(spotOf))].filter((spot) => spot !== undefined && !known.places.isBox(spot));
  const spot = spots[(spots.indexOf(last) + 1) % spots.length];
  if (spot === undefined) return;
  last = spot;
  bring([known.places.centre(spot)]);
  known.board.flash(spot);
}

/** From which scale on counters are read. */
const legible = () => (seenWhole() ? (narrow() ? 0.6 : 0) : narrow() ? 0.8 : afar() ? 1 : LEGIBLE);

/** @param {Point[]} points */
function bring(points) {
  const { view } = known.board;
  const zoomed = legible();
  const margin = seenWhole() ? 30 : 70;
  /** @param {Point[]} some */
  const fits = (some) => view.fitting(some, margin) >= zoomed;
  const core = fits(points) ? points : heart();
  const all = core.length ? core : points;
  // If even those are too far apart to be read together: the first, and whoever can be seen with it.
  const together = fits(all) ? all : all.reduce((/** @type {Point[]} */ kept, point) => (!kept.length || fits([...kept, point]) ? [...kept, point] : kept), []);
  view.bring(together, { margin, least: zoomed, near: narrow() ? 0.8 : afar() ? 1.25 : 0.95 });
}
