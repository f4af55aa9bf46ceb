// @ts-check
// The bar of actions: where several kinds of things can be done, each kind is a button. It lights what it is about, or
// opens it, if that is one thing.
/** @import { Ref } from "../types" */
import { esc } from "./dom.js";
import { begin, choice, clear } from "./offers.js";
import { capital, isSpot, known, nameOfRef, ring, spotOf } from "./state.js";
import { pictured } from "./things.js";

/** More kinds are no bar. */
const MOST = 8;

/**
 * Offers about things, by what they are called; what can only be done with one thing stands under its name.
 * @returns {{ words: string, offers: number[] }[]} none if there is only one kind
 */
function kinds() {
  const named = new Map();
  known.update.offers.forEach((offer, i) => {
    if (offer.about !== null) named.set(offer.label, [...(named.get(offer.label) ?? []), i]);
  });
  /** @type {Map<string, { words: string, offers: number[] }>} */
  const found = new Map();
  const alone = [...named].filter(([, offers]) => offers.length === 1);
  for (const [label, offers] of named) {
    const about = known.update.offers[offers[0]]?.about ?? null;
    const shared = offers.length === 1 && alone.filter(([, [i]]) => known.update.offers[i]?.about === about).length > 1;
    const key = shared ? `about ${about}` : label;
    const words = !shared ? capital(label) : isSpot(about) ? `In ${nameOfRef(about)}` : nameOfRef(about);
    found.set(key, { words, offers: [...(found.get(key)?.offers ?? []), ...offers] });
  }
  return found.size > 1 && found.size <= MOST ? [...found.values()] : [];
}

export function kindsHtml() {
  if (choice.offer !== null || (choice.menu && !choice.aim) || (choice.aim && choice.aim.who !== null)) return "";
  const all = kinds();
  if (!all.length) return "";
  const buttons = all.map(({ words, offers }, n) => {
    const on = choice.aim?.offers.join() === offers.join();
    const things = new Set(offers.map((i) => known.update.offers[i]?.about)).size;
    return `<button class="btn small ${on ? "on" : ""}" data-do="kind" data-kind="${n}" aria-pressed="${on}">${pictured(known.kit, words)}${things > 1 ? ` <b>${things}</b>` : offers.length > 1 ? " …" : ""}</button>`;
  });
  return `<div class="kinds" role="group" aria-label="${esc("What can be done")}">${buttons.join("")}</div>`;
}

/** @param {number} n */
export function chooseKind(n) {
  const { offers } = kinds()[n] ?? { offers: [] };
  const [first] = offers;
  if (first === undefined) return;
  const again = choice.aim?.offers.join() === offers.join();
  const things = new Set(offers.map((i) => known.update.offers[i]?.about));
  if (offers.length === 1) return void begin(first, { sure: true });
  clear();
  if (things.size === 1) choice.menu = { spot: spotOf(/** @type {Ref} */ ([...things][0] ?? null)), offers };
  else if (!again) choice.aim = { who: null, offers };
  ring("choice");
}
