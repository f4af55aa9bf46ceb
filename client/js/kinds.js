// @ts-check
// The bar of actions: where several kinds of things can be done, each kind is a button. It lights what it is about, or
// opens it, if that is one thing.
/** @import { Ref } from "../types" */
import { esc } from "./dom.js";
import { begin, choice, clear } from "./offers.js";
import { capital, isSpot, known, nameOfRef, ring, spotOf } from "./state.js";
import { art, hasArt, pictured } from "./things.js";

/** More kinds are no bar. */
const MOST = 8;

/** @typedef {{ words: string, terms: string, art: string, offers: number[] }} Kind */

/**
 * What can be done, kind by kind: what the game calls the kinds of a turn, with what they cost, and then offers about
 * things by what they are called; what can only be done with one thing stands under its name.
 * @returns {Kind[]} none if there is only one kind
 */
function kinds() {
  const { offers, scene } = known.update;
  /** @type {Kind[]} */
  const deeds = scene.deeds.map(({ title, terms, art, labels }) => ({ words: title, terms, art, offers: offers.flatMap((offer, i) => (labels.includes(offer.label) ? [i] : [])) }));
  const told = inDeeds();
  const named = new Map();
  offers.forEach((offer, i) => {
    if (offer.about !== null && !told.has(i)) named.set(offer.label, [...(named.get(offer.label) ?? []), i]);
  });
  /** @type {Map<string, Kind>} */
  const found = new Map();
  const alone = [...named].filter(([, offers]) => offers.length === 1);
  for (const [label, its] of named) {
    const about = offers[its[0]]?.about ?? null;
    const shared = its.length === 1 && alone.filter(([, [i]]) => offers[i]?.about === about).length > 1;
    const key = shared ? `about ${about}` : label;
    const words = !shared ? capital(label) : isSpot(about) ? `In ${nameOfRef(about)}` : nameOfRef(about);
    found.set(key, { words, terms: "", art: "", offers: [...(found.get(key)?.offers ?? []), ...its] });
  }
  if (deeds.length) return [...deeds, ...found.values()];
  return found.size > 1 && found.size <= MOST ? [...found.values()] : [];
}

/** Offers that a button of the bar stands for. */
export function inDeeds() {
  const { offers, scene } = known.update;
  const labels = new Set(scene.deeds.flatMap((deed) => deed.labels));
  return new Set(offers.flatMap((offer, i) => (labels.has(offer.label) ? [i] : [])));
}

export function kindsHtml() {
  if (choice.offer !== null || (choice.menu && !choice.aim) || (choice.aim && choice.aim.who !== null)) return "";
  const all = kinds();
  if (!all.length) return "";
  const deeds = known.update.scene.deeds.length;
  if (!deeds) return `<div class="kinds" role="group" aria-label="What can be done">${smallButtons(all, 0)}</div>`;
  const buttons = all.slice(0, deeds).map(({ words, terms, art: sign, offers }, n) => {
    const on = choice.aim?.offers.join() === offers.join() && offers.length > 0;
    // What is one offer is begun like any other.
    const does = offers.length === 1 ? `data-do="begin" data-offer="${offers[0]}"` : `data-do="kind" data-kind="${n}"`;
    const picture = hasArt(known.kit, sign) ? art(sign, 22) : "";
    return `<button class="btn deed ${on ? "on" : ""}" ${does} aria-pressed="${on}" title="${esc(terms)}" ${offers.length ? "" : "disabled"}>${picture}<span><span class="name">${esc(words)}</span><small>${esc(terms)}</small></span></button>`;
  });
  return `<div class="kinds" role="group" aria-label="What can be done">${buttons.join("")}</div>`;
}

/** @param {Kind[]} kinds @param {number} from */
const smallButtons = (kinds, from) =>
  kinds
    .map(({ words, offers }, n) => {
      const on = choice.aim?.offers.join() === offers.join();
      const things = new Set(offers.map((i) => known.update.offers[i]?.about)).size;
      return `<button class="btn small ${on ? "on" : ""}" data-do="kind" data-kind="${from + n}" aria-pressed="${on}">${pictured(known.kit, words)}${things > 1 ? ` <b>${things}</b>` : offers.length > 1 ? " …" : ""}</button>`;
    })
    .join("");

/** What can be done besides the deeds of a turn: among the other answers. */
export function besides() {
  const { deeds } = known.update.scene;
  return deeds.length ? smallButtons(kinds().slice(deeds.length), deeds.length) : "";
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
