// @ts-check
// Finishing a pick. Five kinds of opening, five little ways: a way over the map, some of these things, so many,
// so many of each, or nothing at all.
/** @import { Leg, Opening, Pick, Ref } from "../types" */
import { ask, choice, send } from "./offers.js";
import { isSpot, known, nameOfRef, ring } from "./state.js";
import { hideWhyNot, whyNotPick } from "./whynot.js";

/** The one lawful pick of an opening that leaves nothing to choose. @param {Opening} open @returns {Pick | null} */
export function forced(open) {
  if (open.kind === "nothing") return "nothing";
  if (open.kind === "amount") return open.least === open.most ? { amount: open.least } : null;
  if (open.kind === "counts") {
    const all = open.of.reduce((sum, heap) => sum + heap.most, 0);
    return open.most === 0 || all === open.least ? { counts: open.of.map((heap) => (open.most ? heap.most : 0)) } : null;
  }
  if (open.kind === "some" && (open.of.length === open.least || open.most === 0)) return { some: open.of.slice(0, open.most) };
  return null;
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

// So many, and so many of each.

/** @param {number} by */
export function step(by) {
  const { open } = choice;
  if (open?.kind !== "amount") return;
  choice.amount = Math.max(open.least, Math.min(open.most, choice.amount + by));
  ask();
  ring("choice");
}

/** How many have been counted out. */
export const total = () => choice.counts.reduce((sum, n) => sum + n, 0);

/** From each heap in turn, until no more may be taken. @param {Extract<Opening, { kind: "counts" }>} open */
export function asManyAsCanBe(open) {
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

// Some of these things.

/** Those that have to take part: the game says so, or there are no others. @param {Extract<Opening, { kind: "some" }>} open */
export const required = (open) => (open.of.length <= open.least ? open.of : open.of.slice(0, open.must));

/** Whether places are chosen, and nothing else: on the map, not from a list. */
export const wantsPlaces = () => choice.open?.kind === "some" && choice.open.of.length > 0 && choice.open.of.every(isSpot);

/** Whether one place is wanted and nothing else: a click on it says it all. */
export function wantsOnePlace() {
  const { open } = choice;
  return open?.kind === "some" && open.least === 1 && open.most === 1 && !open.loose && wantsPlaces();
}

/** @param {Ref} ref @param {boolean} [touch] a finger chooses first, and confirms with a second tap or the button */
export function toggle(ref, touch = false) {
  const { open } = choice;
  if (open?.kind !== "some" || !open.of.includes(ref)) return;
  hideWhyNot();
  if (wantsOnePlace() && choice.offer !== null && (!touch || choice.chosen.has(ref))) return send(choice.offer, { some: [ref] });
  if (choice.chosen.has(ref)) {
    if (required(open).includes(ref)) return void whyNotPick({ some: [...choice.chosen].filter((r) => r !== ref) }, ref, `${nameOfRef(ref)} has to take part`);
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

// A way over the map.

/** @returns {Map<number, Leg>} */
export function legs() {
  return new Map(choice.open?.kind === "path" ? choice.open.legs.map((leg) => [leg.spot, leg]) : []);
}

/** The way to a spot: along what was insisted on, then the cheapest. @param {number} to */
export function wayTo(to) {
  if (choice.open?.kind !== "path") return [];
  const last = choice.hand.at(-1);
  if (last !== undefined) return last === to ? [...choice.hand] : [...choice.hand, ...known.places.straight(last, to)];
  /** @type {number[]} */
  const path = [];
  let at = to;
  // A leg stands behind the one it is reached from, also where a way leads back to where it began and on from there.
  for (const leg of [...choice.open.legs].reverse())
    if (leg.spot === at) {
      path.unshift(at);
      at = leg.via;
    }
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

/** Whether what a way costs means anything to a player. */
export const isCounted = () => choice.open?.kind === "path" && choice.open.scale > 0;

/** Points as a player writes them: the reach may count in parts of what is printed. @param {number} cost */
export function points(cost) {
  const scale = choice.open?.kind === "path" ? choice.open.scale || 1 : 1;
  const whole = Math.floor(cost / scale);
  const rest = cost - whole * scale;
  if (!rest) return String(whole);
  return scale === 2 ? `${whole || ""}½` : (cost / scale).toFixed(1);
}
