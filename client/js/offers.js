// @ts-check
// The whole of playing, for every game: what offers are about glows; a click opens one; the player finishes
// the pick; it is sent. Five kinds of opening, five little ways to finish.
/** @import { Leg, Open, Pick, Ref, Told } from "../types" */
/** @import { Answer } from "./socket.js" */
import { narrow } from "./dom.js";
import { toast } from "./notes.js";
import { settings } from "./settings.js";
import { capital, counterOf, indexOf, isPiece, isSpot, isThing, known, mayAct, nameOfRef, on, ring, spotOf } from "./state.js";
import { hideWhyNot, notYours, whyNotPick, whyNotRef } from "./whynot.js";

/** What is being answered at the moment. */
export const choice = {
  /** @type {number | null} */
  offer: null,
  /** @type {Open | null} */
  open: null,
  /** @type {Set<Ref>} */
  chosen: new Set(),
  /** The way shown under the pointer. @type {number[]} */
  path: [],
  /** Spots the player insisted on. @type {number[]} */
  hand: [],
  amount: 0,
  /** How many of each heap. @type {number[]} */
  counts: [],
  /** Which heap the keys change. */
  heap: 0,
  /** @type {Answer | null} */
  answer: null,
  /** Several offers about one thing: which? One of them may be open already. @type {{ spot: number | undefined, offers: number[] } | null} */
  menu: null,
  /** A plain offer that is asked about twice. @type {number | null} */
  warned: null,
  /** Sent, and not answered yet. */
  sent: false,
};

let asked = 0;
let forcing = 0;
let entriesBefore = -1;

on("update", () => {
  clear();
  const undone = known.update.entries < entriesBefore;
  entriesBefore = known.update.entries;
  ring("choice");
  clearTimeout(forcing);
  if (!mayAct()) return;
  const { offers } = known.update;
  const [only] = offers;
  if (offers.length !== 1 || !only?.open) {
    if (offers.length === 1) begin(0);
    else if (!undone) beginAlone();
    return;
  }
  const pick = forced(only.open);
  if (pick !== null && settings.forced && !undone) {
    const { seq } = known.update;
    forcing = window.setTimeout(() => {
      if (!mayAct() || known.update.seq !== seq || choice.offer !== null) return;
      toast("", `${title(0)} (nothing else can be done)`);
      send(0, pick);
    }, 650);
    return;
  }
  if (only.open.kind !== "nothing") begin(0);
});
on("shown", () => {
  if (known.past !== null) clear();
  ring("choice");
});

/** If everything but shifting things about concerns one counter, what can be done with it is shown at once. */
function beginAlone() {
  const main = known.update.offers.filter((offer) => offer.open?.kind !== "counts");
  const about = main[0]?.about ?? null;
  const spot = spotOf(about);
  if (about === null || spot === undefined || !known.places.isOval(spot) || !isPiece(about) || main.some((offer) => offer.about !== about)) return;
  pointAtNew(about, null, spot);
}

/** @param {Ref} ref */
const isPlaced = (ref) => isPiece(ref) || isSpot(ref);

function clear() {
  Object.assign(choice, { offer: null, open: null, chosen: new Set(), path: [], hand: [], amount: 0, counts: [], heap: 0, answer: null, menu: null, warned: null, sent: false });
  asked++;
  hideWhyNot();
}

/** The one lawful pick of an opening that leaves nothing to choose. @param {Open} open @returns {Pick | null} */
function forced(open) {
  if (open.kind === "nothing") return "nothing";
  if (open.kind === "amount") return open.least === open.most ? { amount: open.least } : null;
  if (open.kind === "counts") {
    const all = open.of.reduce((sum, heap) => sum + heap.most, 0);
    return open.most === 0 || all === open.least ? { counts: open.of.map((heap) => (open.most ? heap.most : 0)) } : null;
  }
  if (open.kind === "some" && (open.of.length === open.least || open.most === 0)) return { some: open.of.slice(0, open.most) };
  return null;
}

/** Indexes of the offers about a thing. @param {Ref} ref */
export function offersAbout(ref) {
  if (!mayAct()) return [];
  return known.update.offers.flatMap((offer, i) => (offer.about === ref ? [i] : []));
}

/** Offers about nothing in particular: they become buttons. */
export const plainOffers = () => offersAbout(null);

/** Whether what is open can be answered with a thing. @param {Ref} ref */
export function openAbout(ref) {
  const { open } = choice;
  if (!mayAct() || open?.kind !== "some" || !open.of.includes(ref)) return "";
  return choice.chosen.has(ref) ? "chosen" : "may";
}

/** How many things on the table something can be done with. */
export const thingsToDo = () => (mayAct() ? new Set(known.update.offers.map((o) => o.about).filter((ref) => ref !== null)).size : 0);

/** @param {number} index */
export function title(index) {
  const offer = known.update.offers[index];
  if (!offer) return "";
  const name = nameOfRef(offer.about);
  return name ? `${capital(offer.label)}: ${name}` : capital(offer.label);
}

/**
 * @param {number} index
 * @param {{ others?: number[], spot?: number | undefined, sure?: boolean }} [how] `others`: offers about the same thing, to be
 *   had beside this one; `sure`: it was chosen by its name, and need not be confirmed
 */
export async function begin(index, { others = [], spot, sure = false } = {}) {
  const offer = known.update.offers[index];
  if (!offer || !mayAct() || choice.sent) return;
  clear();
  choice.offer = index;
  if (others.length) choice.menu = { spot, offers: others };
  const mine = asked;
  const { seq } = known.update;
  const open = offer.open ?? (await known.socket.open(seq, index));
  if (mine !== asked) return;
  choice.open = open;
  if (open.kind === "some") for (const ref of open.of.slice(0, Math.max(open.must, open.least === open.of.length ? open.least : 0))) choice.chosen.add(ref);
  // Who must take something usually wants all he can get.
  if (open.kind === "amount") choice.amount = open.least > 0 ? open.most : open.least;
  if (open.kind === "counts") choice.counts = asManyAsCanBe(open);
  if (open.kind === "nothing") return beginPlain(index, mine, sure);
  show(offer.about);
  ask();
  ring("choice");
}

/** Brings what is decided about into view, large enough to read, beside the card. @param {Ref} about */
function show(about) {
  const spot = spotOf(about);
  if (spot === undefined) return;
  const { view } = known.board;
  const point = known.places.centre(spot);
  // A board of roads is looked at as a whole.
  if (known.places.isOval(spot) && !(narrow() && view.k < 0.6)) return view.reveal(point, narrow() ? 60 : 24);
  if (choice.open?.kind === "path") {
    if (narrow()) view.lookAt(point, Math.max(view.k, 0.7), [0.5, 0.42], true);
    else view.reveal(point, 60);
    return;
  }
  if (view.k < 0.7 && !narrow()) view.lookAt(point, 0.95, [0.3, 0.52], true);
  else if (narrow()) view.lookAt(point, Math.max(view.k, 0.8), [0.5, 0.2], true);
  else view.reveal(point, 150);
}

/** From each heap in turn, until no more may be taken. @param {Extract<Open, { kind: "counts" }>} open */
function asManyAsCanBe(open) {
  const counts = open.of.map(() => 0);
  let left = Math.min(open.most, open.of.reduce((sum, heap) => sum + heap.most, 0));
  while (left > 0)
    open.of.forEach((heap, i) => {
      if (left > 0 && (counts[i] ?? 0) < heap.most) {
        counts[i] = (counts[i] ?? 0) + 1;
        left--;
      }
    });
  return counts;
}

/** Whether this seat has already done something since another did: then ending is no oversight. */
const hasActed = () => known.shown.scene.mats.length > 0 && known.told.at(-1)?.seat === known.update.viewer;

/** Nothing to choose: at once, unless there are odds to see or a phase would end. @param {number} index @param {number} mine @param {boolean} sure */
async function beginPlain(index, mine, sure) {
  const offer = known.update.offers[index];
  if (!offer) return;
  const left = thingsToDo();
  if (offer.about === null && settings.warn && left > 0 && known.update.offers.length > 1 && endsSomething(index) && !hasActed()) {
    choice.warned = index;
    choice.offer = null;
    choice.open = null;
    return ring("choice");
  }
  const answer = await known.socket.ask(known.update.seq, index, "nothing");
  if (mine !== asked) return;
  choice.answer = answer;
  if (!answer.forecast && (sure || !(narrow() && isPlaced(offer.about)))) return confirm();
  if (answer.forecast) show(offer.about);
  ring("choice");
}

/** Where many buttons stand, only the last ends something. @param {number} index */
const endsSomething = (index) => known.shown.scene.mats.length === 0 || plainOffers().at(-1) === index;

/** Asks the table whether the present pick is lawful, and for its odds. */
async function ask() {
  const pick = present();
  const { offer } = choice;
  if (pick === null || offer === null || choice.open?.kind === "path") return;
  const mine = ++asked;
  const answer = await known.socket.ask(known.update.seq, offer, pick);
  if (mine !== asked) return;
  choice.answer = answer;
  ring("choice");
}

/** What has been picked so far. @returns {Pick | null} */
export function present() {
  const { open } = choice;
  if (!open) return null;
  if (open.kind === "nothing") return "nothing";
  if (open.kind === "amount") return { amount: choice.amount };
  if (open.kind === "some") return { some: [...choice.chosen] };
  if (open.kind === "counts") return { counts: [...choice.counts] };
  return choice.path.length ? { path: choice.path } : null;
}

/** Whether the pick can be sent as it is. */
export function ready() {
  const { open } = choice;
  if (!open || choice.sent) return false;
  if (open.kind === "some") return choice.chosen.size >= open.least && choice.chosen.size <= open.most && choice.answer?.lawful !== false;
  if (open.kind === "path") return choice.path.length > 0;
  if (open.kind === "counts") {
    const sum = total();
    return sum >= open.least && sum <= open.most && choice.answer?.lawful !== false;
  }
  return choice.answer?.lawful !== false;
}

/** How many have been counted out. */
export const total = () => choice.counts.reduce((sum, n) => sum + n, 0);

export function confirm() {
  if (choice.warned !== null) return send(choice.warned, "nothing");
  const pick = present();
  if (choice.offer === null || pick === null || !ready()) return;
  send(choice.offer, pick);
}

/** @param {number} offer @param {Pick} pick */
function send(offer, pick) {
  if (choice.sent) return;
  choice.sent = known.socket.send({ type: "play", seq: known.update.seq, offer, pick });
  ring("choice");
}

/** One step back. */
export function cancel() {
  if (hideWhyNot()) return true;
  if (choice.warned !== null || (choice.menu && choice.offer === null)) {
    choice.warned = null;
    choice.menu = null;
    ring("choice");
    return true;
  }
  if (choice.hand.length) {
    choice.hand = [];
    choice.path = [];
    ring("choice");
    return true;
  }
  if (choice.offer === null) return false;
  clear();
  ring("choice");
  return true;
}

export function undo() {
  if (known.past !== null || known.update.undo === "no") return;
  clearTimeout(forcing);
  known.socket.send({ type: "undo", seq: known.update.seq });
}

/** More or less of one heap. What is too much is taken from another. @param {number} heap @param {number} by */
export function count(heap, by) {
  const { open } = choice;
  if (open?.kind !== "counts") return;
  const most = open.of[heap]?.most ?? 0;
  const before = choice.counts[heap] ?? 0;
  const now = Math.max(0, Math.min(most, before + by));
  choice.heap = heap;
  choice.counts[heap] = now;
  for (let over = total() - open.most; over > 0; over--) {
    const other = choice.counts.reduce((best, n, i) => (i !== heap && n > (choice.counts[best] ?? 0) ? i : best), heap === 0 ? 1 : 0);
    if (!(choice.counts[other] ?? 0) || other === heap) choice.counts[heap] = (choice.counts[heap] ?? 1) - 1;
    else choice.counts[other] = (choice.counts[other] ?? 1) - 1;
  }
  ask();
  ring("choice");
}

/** All that can be had, or nothing. @param {boolean} all */
export function countAll(all) {
  if (choice.open?.kind !== "counts") return;
  choice.counts = all ? asManyAsCanBe(choice.open) : choice.counts.map(() => 0);
  ask();
  ring("choice");
}

/** @param {number} by */
export function step(by) {
  const { open } = choice;
  if (open?.kind !== "amount") return;
  choice.amount = Math.max(open.least, Math.min(open.most, choice.amount + by));
  ask();
  ring("choice");
}

/** Whether one area is wanted and nothing else: a click on it says it all. */
export function wantsOneArea() {
  const { open } = choice;
  return open?.kind === "some" && open.least === 1 && open.most === 1 && !open.loose && open.of.every((ref) => isSpot(ref) && known.places.isOval(indexOf(ref)));
}

/** @param {Ref} ref */
export function toggle(ref) {
  const { open } = choice;
  if (open?.kind !== "some" || !open.of.includes(ref)) return;
  hideWhyNot();
  if (wantsOneArea() && choice.offer !== null) return send(choice.offer, { some: [ref] });
  const must = open.of.slice(0, open.must).includes(ref);
  if (choice.chosen.has(ref)) {
    if (must) return void whyNotPick({ some: [...choice.chosen].filter((r) => r !== ref) }, ref);
    choice.chosen.delete(ref);
  } else {
    if (choice.chosen.size >= open.most) {
      if (open.most !== 1) return void whyNotPick({ some: [...choice.chosen, ref] }, ref);
      choice.chosen.clear();
    }
    choice.chosen.add(ref);
  }
  ask();
  ring("choice");
}

/** @returns {Map<number, Leg>} */
export function legs() {
  return new Map(choice.open?.kind === "path" ? choice.open.legs.map((leg) => [leg.spot, leg]) : []);
}

/** The way to a spot: along what was insisted on, then the cheapest. @param {number} to */
function wayTo(to) {
  if (choice.open?.kind !== "path") return [];
  const last = choice.hand.at(-1);
  if (last !== undefined) return last === to ? [...choice.hand] : [...choice.hand, ...known.places.straight(last, to)];
  const found = legs();
  const path = [];
  for (let at = to; at !== choice.open.from; at = found.get(at)?.via ?? choice.open.from) path.unshift(at);
  return path;
}

/** The pointer is over a spot. @param {number | undefined} spot */
export function hover(spot) {
  if (choice.open?.kind !== "path" || choice.sent) return;
  const leg = spot === undefined ? undefined : legs().get(spot);
  const path = spot !== undefined && (leg?.end || choice.hand.length) ? wayTo(spot) : [...choice.hand];
  if (path.join() === choice.path.join()) return;
  choice.path = path;
  ring("choice");
}

/**
 * A click, a tap, or Enter on something.
 * @param {{ piece?: number | undefined, spot?: number | undefined, shift?: boolean, touch?: boolean }} at
 */
export function pointAt({ piece, spot, shift = false, touch = false }) {
  hideWhyNot();
  const here = /** @type {Ref} */ (piece === undefined ? null : `p${piece}`);
  if (!mayAct() && here) return notYours(here);
  if (!mayAct() || choice.sent) return;
  choice.warned = null;
  const there = /** @type {Ref} */ (spot === undefined ? null : `s${spot}`);
  const { open } = choice;
  if (open?.kind === "path" && spot !== undefined) return pointAtEnd(spot, here, shift, touch);
  if (open?.kind === "some") {
    const found = [here, there, ...stackRefs(spot)].find((ref) => ref !== null && open.of.includes(ref));
    if (found) return toggle(found);
    if (choice.offer !== null && known.update.offers[choice.offer]?.about !== here) {
      const others = [...offersAbout(here), ...offersAbout(there)];
      if (others.length === 0 && (here ?? there)) return void whyNotPick({ some: [...choice.chosen, here ?? there] }, here ?? there);
    }
  }
  pointAtNew(here, there, spot);
}

/** A click on something that is not on the map: a deck, a card. @param {Ref} ref */
export function pointAtThing(ref) {
  hideWhyNot();
  if (!mayAct() || choice.sent) return false;
  choice.warned = null;
  if (choice.open?.kind === "some" && choice.open.of.includes(ref)) return (toggle(ref), true);
  const found = offersAbout(ref);
  const [first] = found;
  if (first === undefined) return false;
  if (found.length === 1) return (begin(first, { sure: true }), true);
  clear();
  choice.menu = { spot: undefined, offers: found };
  ring("choice");
  return true;
}

/** @param {number} spot @param {Ref} here @param {boolean} shift @param {boolean} touch */
function pointAtEnd(spot, here, shift, touch) {
  if (choice.open?.kind !== "path") return;
  const leg = legs().get(spot);
  if (shift) {
    choice.hand = wayTo(spot);
    choice.path = [...choice.hand];
    return ring("choice");
  }
  if (spot === choice.open.from) {
    if (known.places.isOval(spot)) return void cancel();
    const others = offersAbout(here).filter((i) => i !== choice.offer);
    if (others[0] !== undefined) return void begin(others[0]);
    return void cancel();
  }
  if (leg?.end || choice.hand.length) {
    const again = choice.path.at(-1) === spot;
    choice.path = wayTo(spot);
    // A way of one step that must end there can only be that.
    const only = leg !== undefined && leg.stop && leg.via === choice.open.from && !choice.hand.length;
    if (touch && !again && !only) return ring("choice");
    return confirm();
  }
  if (known.places.isOval(spot)) {
    const elsewhere = [...offersAbout(here), ...offersAbout(`s${spot}`)];
    if (elsewhere.length) return pointAtNew(here, `s${spot}`, spot);
  }
  const others = here ? offersAbout(here) : [];
  if (others[0] !== undefined) return void begin(others[0]);
  explain(spot);
}

/** Why a spot is out of reach: the way to it is put to the table. @param {number} spot */
export function explain(spot) {
  if (choice.open?.kind !== "path" || spot === choice.open.from || choice.hand.length || legs().get(spot)?.end || known.places.isBox(spot)) return;
  const nearest = nearestLeg(spot);
  whyNotPick({ path: [...nearest, ...known.places.straight(nearest.at(-1) ?? choice.open.from, spot)] }, `s${spot}`);
}

/** The way to the reachable spot nearest to one that is not. @param {number} spot */
function nearestLeg(spot) {
  const goal = known.places.centre(spot);
  /** @param {number} s */
  const far = (s) => Math.hypot(known.places.centre(s)[0] - goal[0], known.places.centre(s)[1] - goal[1]);
  let best = choice.open?.kind === "path" ? choice.open.from : spot;
  for (const leg of legs().values()) if (!leg.stop && far(leg.spot) < far(best)) best = leg.spot;
  return choice.open?.kind === "path" && best !== choice.open.from ? wayTo(best) : [];
}

/** @param {Ref} here @param {Ref} there @param {number | undefined} spot */
function pointAtNew(here, there, spot) {
  let found = here ? offersAbout(here) : [];
  const onOval = spot !== undefined && known.places.isOval(spot);
  if (onOval && !here) found = stackRefs(spot).flatMap(offersAbout);
  if ((!found.length || onOval) && there) found = [...found, ...offersAbout(there)];
  const [first] = found;
  if (found.length > 1) {
    // What is drawn on the map is shown there at once; the rest stands beside it.
    const drawn = onOval ? found.find((i) => isDrawn(known.update.offers[i]?.open ?? null)) : undefined;
    const others = found.filter((i) => i !== drawn).sort((a, b) => Number(isDrawn(known.update.offers[b]?.open ?? null)) - Number(isDrawn(known.update.offers[a]?.open ?? null)));
    if (drawn !== undefined) return void begin(drawn, { others, spot });
    clear();
    choice.menu = { spot, offers: found };
    return ring("choice");
  }
  if (first !== undefined) {
    // The second tap on the same thing confirms.
    if (first === choice.offer && ready()) return confirm();
    return void begin(first);
  }
  if (choice.offer !== null && known.update.offers.length > 1) cancel();
  if (here) whyNotRef(here);
  else if (there && known.update.offers.some((o) => isSpot(o.about))) whyNotRef(there);
}

/** Whether an opening is a way on the map; large openings are. @param {Open | null} open */
const isDrawn = (open) => open === null || open.kind === "path";

/** @param {number | undefined} spot @returns {Ref[]} */
const stackRefs = (spot) => (spot === undefined ? [] : known.board.stack(spot).map((c) => /** @type {Ref} */ (`p${c.piece}`)));

/** The state of a counter while something is being answered. @param {number} piece */
export function stateOf(piece) {
  const ref = /** @type {Ref} */ (`p${piece}`);
  if (!mayAct()) return "";
  const { open, offer } = choice;
  const about = offer === null ? null : (known.update.offers[offer]?.about ?? null);
  if (open?.kind === "some") {
    if (choice.chosen.has(ref)) return "chosen";
    if (open.of.includes(ref)) return "may-join";
    const target = spotOf(about);
    return target !== undefined && counterOf(piece)?.at === target ? "victim" : "";
  }
  if (about === ref) return "selected";
  if (choice.menu?.offers.some((i) => known.update.offers[i]?.about === ref)) return "selected";
  return open?.kind !== "path" && offersAbout(ref).length ? "can-act" : "";
}

/** Points as a player writes them: the reach may count in fractions of what the counter shows. @param {number} points */
export function points(points) {
  const scale = pointScale();
  const whole = Math.floor(points / scale);
  const rest = points - whole * scale;
  if (!rest) return String(whole);
  return scale === 2 ? `${whole || ""}½` : (points / scale).toFixed(1);
}

function pointScale() {
  if (choice.open?.kind !== "path" || choice.offer === null) return 1;
  const about = known.update.offers[choice.offer]?.about ?? null;
  const counter = isPiece(about) ? counterOf(indexOf(about)) : undefined;
  const printed = (known.kit.faces[counter?.face ?? -1]?.numbers ?? []).flatMap((line) => line.match(/\d+/g) ?? []).map(Number);
  const { budget } = choice.open;
  for (const scale of [1, 2, 3, 4, 6, 12]) if (printed.some((n) => n > 0 && n * scale === budget)) return scale;
  return 1;
}

/** @param {Told[]} told */
export const lastSeat = (told) => told.at(-1)?.seat ?? null;
