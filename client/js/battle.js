// @ts-check
// All of a fight in one card: what would be asked after the answer is laid beside it, filled in before anything is sent,
// and answered by itself once the first answer is taken.
/** @import { Foreseen, Pick, Ref } from "../types" */
import { ask, choice, send } from "./offers.js";
import { capital, counterOf, indexOf, isPiece, isThing, known, mayAct, nameOfRef, ring } from "./state.js";
import { mini } from "./counters.js";
import { esc } from "./dom.js";
import { hasArt, thingIcon } from "./things.js";

/** Answers that are on their way. @type {{ rule: string, label: string, pick: Pick }[]} */
let coming = [];

/** What the player has laid beside the answer. */
export const laid = () => choice.then.map((part) => part.pick);

/** The first answer is sent; the others follow. */
export function follow() {
  coming = choice.then.map(({ rule, label, pick }) => ({ rule, label, pick }));
}

export const forgetComing = () => void (coming = []);

/** The next answer, if it was given before the question came. @returns {boolean} */
export function answered() {
  const [next, ...rest] = coming;
  const { awaits, offers } = known.update;
  coming = [];
  if (!next || !mayAct() || awaits.kind !== "decision" || awaits.rule !== next.rule || offers.length !== 1 || offers[0]?.label !== next.label) return false;
  coming = rest;
  send(0, next.pick);
  return true;
}

/** The part that a thing can be laid to. @param {Ref} ref */
export const partOf = (ref) => choice.then.findIndex(({ open }) => open.kind === "some" && open.of.includes(ref));

/** Whether a thing is laid beside the answer. @param {Ref} ref */
export const isLaid = (ref) => choice.then.some(({ pick }) => typeof pick === "object" && "some" in pick && pick.some.includes(ref));

/** @param {number} part @param {Ref} ref */
export function lay(part, ref) {
  const one = choice.then[part];
  if (one?.open.kind !== "some" || typeof one.pick !== "object" || !("some" in one.pick)) return;
  const now = one.pick.some.includes(ref) ? one.pick.some.filter((other) => other !== ref) : [...one.pick.some, ref];
  // Who is too many takes the place of the first.
  one.pick = { some: now.length > one.open.most ? now.slice(1) : now };
  ask();
  ring("choice");
}

/** @param {number} part @param {number} by */
export function layMore(part, by) {
  const one = choice.then[part];
  if (one?.open.kind !== "amount" || typeof one.pick !== "object" || !("amount" in one.pick)) return;
  one.pick = { amount: Math.max(one.open.least, Math.min(one.open.most, one.pick.amount + by)) };
  ask();
  ring("choice");
}

/** All that may be added, or nothing. @param {number} part */
export function layAll(part) {
  const one = choice.then[part];
  if (one?.open.kind !== "amount" || typeof one.pick !== "object" || !("amount" in one.pick)) return;
  layMore(part, one.pick.amount === one.open.most ? -one.open.most : one.open.most);
}

/** Somebody who may take part: his picture, his name and what is printed on him. @param {Ref} ref */
export function onPill(ref) {
  const counter = isPiece(ref) ? counterOf(indexOf(ref)) : undefined;
  if (!counter) return `${isThing(ref) && hasArt(known.kit, known.kit.things[indexOf(ref)]?.art ?? "") ? thingIcon(known.kit, indexOf(ref), 22) : ""}${esc(capital(nameOfRef(ref)))}`;
  const [printed = ""] = counter.numbers.length ? counter.numbers : (known.kit.faces[counter.face]?.numbers ?? []);
  return `${mini(known.kit, counter.face, 26, counter.badges, counter.numbers)}${esc(nameOfRef(ref))}${printed ? `<small>${esc(printed)}</small>` : ""}`;
}

/** Guns, points, aircraft: whatever may still be added, in the card. */
export const partsHtml = () => choice.then.map(partHtml).join("");

/** @param {Foreseen} part @param {number} n */
function partHtml({ label, open, pick }, n) {
  if (open.kind === "amount" && typeof pick === "object" && "amount" in pick) {
    if (open.most === open.least) return "";
    return `<div class="party part" data-part="${n}"><span class="lead">${esc(capital(label))}, up to ${open.most}</span><span class="stepper"><button data-do="lay-less" data-part="${n}" aria-label="Less: ${esc(label)}">−</button><output aria-live="polite">${pick.amount}</output><button data-do="lay-more" data-part="${n}" aria-label="More: ${esc(label)}">+</button></span><button class="btn quiet small" data-do="lay-all" data-part="${n}">${pick.amount === open.most ? "None" : `All ${open.most}`}</button></div>`;
  }
  if (open.kind !== "some" || typeof pick !== "object" || !("some" in pick)) return "";
  const pills = open.of.map((ref) => {
    const on = pick.some.includes(ref);
    return `<button class="pill ${on ? "" : "off"}" data-do="lay" data-part="${n}" data-lay="${ref}" aria-pressed="${on}">${onPill(ref)}</button>`;
  });
  const many = open.most < open.of.length ? `, up to ${open.most}` : "";
  return `<div class="party part" data-part="${n}"><span class="lead">${esc(capital(label))}${many}</span>${pills.join("")}</div>`;
}
