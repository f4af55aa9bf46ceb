// @ts-check
// What lies in front of the players and beside the map: tallies, cards with spaces, decks, open cards. Whatever
// something can be done with glows, and a click on it is a click on the map.
/** @import { Holder, Mat, Pile, Ref, Tally } from "../types" */
import { chip as rule, esc } from "./dom.js";
import { isSideDark, sideClass } from "./counters.js";
import { offersAbout, openAbout } from "./offers.js";
import { known } from "./state.js";
import { art, cardBack, cardChip, emblem, hasArt, spaces, spread, thingIcon, thingName } from "./things.js";

export const hasMats = () => known.shown?.scene.mats.length > 0;

export function matsHtml() {
  // Whoever is to move comes first, then the order of the table; what is common comes last.
  const mats = [...known.shown.scene.mats].sort((a, b) => Number(b.active) - Number(a.active) || Number(a.seat === null) - Number(b.seat === null));
  const facts = known.shown.scene.facts.map((fact) => `<span>${esc(fact.text)}${rule(fact.rule)}</span>`).join("");
  return `<div class="mats"><p class="m-facts">${facts}</p>${mats.map((mat) => (mat.seat === null ? common(mat) : own(mat))).join("")}</div>`;
}

/** Dark letters on light sides. @param {number} seat */
const pale = (seat) => (isSideDark(known.kit, seat) ? "" : "pale");

/** @param {Mat} mat */
function own(mat) {
  const { kit } = known;
  const seat = mat.seat ?? 0;
  const top = seen(mat);
  const cards = mat.cards.length ? `<div class="hand" role="group" aria-label="Open cards of ${esc(mat.title)}">${mat.cards.map((card) => chip(card)).join("")}</div>` : "";
  return `<section class="mat ${sideClass(kit, seat)} ${pale(seat)} ${mat.active ? "active" : ""}" aria-label="${esc(mat.title)}"><header>${emblem(kit, seat, 34)}<div><h3>${esc(kit.seats[seat]?.name ?? mat.title)}</h3><p>${esc(mat.tallies.filter((tally) => !hasArt(kit, tally.art)).map((tally) => `${tally.label} ${tally.count}`).join(" · "))}</p></div>${tallies(mat.tallies.filter((tally) => hasArt(kit, tally.art)))}</header>${ability(mat)}<div class="lay">${mat.holders.map(holder).join("")}<div class="piles">${mat.piles.map((pile) => deck(pile, seat)).join("")}</div></div>${top}${cards}</section>`;
}

/** @param {Mat} mat */
function common(mat) {
  const stocks = mat.holders.map((box) => `<div class="stock"><b>${esc(box.title)}</b>${stock(box)}</div>`).join("");
  // What runs down from a known number is a clock.
  const clocks = mat.tallies.filter((tally) => tally.of !== null);
  return `<section class="mat common" aria-label="${esc(mat.title)}"><header><h3>${esc(mat.title)}</h3>${tallies(mat.tallies.filter((tally) => tally.of === null))}</header>${clocks.map(clock).join("")}<div class="lay">${stocks}<div class="piles">${mat.piles.map((pile) => deck(pile, null)).join("")}</div></div>${seen(mat)}</section>`;
}

/** Cards on top of decks that this player has seen. @param {Mat} mat */
function seen(mat) {
  const cards = mat.piles.flatMap((pile) => (pile.top === null ? [] : [pile.top]));
  return cards.length ? `<div class="hand"><small>On top, as you have seen:</small>${cards.map((card) => chip(card)).join("")}</div>` : "";
}

/** What its player can do, with its state on a plate. @param {Mat} mat */
function ability({ about, state }) {
  if (!about) return "";
  return `<p class="ability">${state ? `<span class="state ${state.good ? "good" : "bad"}">${esc(state.text)}</span>` : ""}${esc(about)}</p>`;
}

/** @param {Tally[]} list */
function tallies(list) {
  const items = list.map((tally) => `<li class="${tally.count ? "" : "none"}" title="${esc(tally.label)}">${hasArt(known.kit, tally.art) ? art(tally.art, 19) : `<span>${esc(tally.label)}</span>`}<b>${tally.count}</b>${tally.of === null ? "" : `<small>/${tally.of}</small>`}<span class="sr">${esc(tally.label)}</span></li>`);
  return `<ul class="tallies">${items.join("")}</ul>`;
}

/** Signs that are left, and ghosts of those that are gone. @param {Tally} tally */
function clock(tally) {
  const sign = (/** @type {boolean} */ left) => `<i class="${left ? "" : "gone"}">${hasArt(known.kit, tally.art) ? art(tally.art, 15) : ""}</i>`;
  const signs = Array.from({ length: Math.min(40, tally.of ?? 0) }, (_, i) => sign(i < tally.count)).join("");
  return `<div class="clockwork" role="img" aria-label="${tally.count} of ${tally.of} ${esc(tally.label)}"><span>${esc(tally.label)} <b>${tally.count}</b> of ${tally.of}</span><div aria-hidden="true">${signs}</div></div>`;
}

/** What can be done with a thing, as attributes of its button. @param {Ref} ref */
function able(ref) {
  if (ref === null) return { classes: "", words: "" };
  const labels = offersAbout(ref).map((i) => known.update.offers[i]?.label ?? "");
  const inOpen = openAbout(ref);
  return { classes: `${labels.length || inOpen ? "may-do" : ""} ${inOpen === "chosen" ? "chosen" : ""}`, words: labels.join(", ") };
}

/** The card of a counter. @param {Holder} box */
function holder(box) {
  const ref = /** @type {Ref} */ (box.piece === null ? null : `p${box.piece}`);
  const { classes, words } = able(ref);
  const counter = box.piece === null ? undefined : known.shown.scene.counters.find((c) => c.piece === box.piece);
  const face = counter && known.kit.faces[counter.face];
  const badge = face && hasArt(known.kit, face.symbol) ? art(face.symbol, 18) : "";
  const { state } = box;
  const name = face?.name || box.title;
  return `<button class="holder ${classes} ${state && !state.good ? "down" : ""}" data-mat="${ref ?? ""}" title="${esc([box.title, box.about, state?.text, words].filter(Boolean).join(": "))}"><span class="h-band">${badge}<b>${esc(name)}</b></span>${spaces(known.kit, box, 18)}<small>${esc(state?.text ?? (box.about || "–"))}</small></button>`;
}

/** A common stock: a row for each kind. @param {Holder} box */
function stock(box) {
  if (!box.held.length) return '<span class="soft">empty</span>';
  const kinds = box.held.map(({ thing, count }) => `<li title="${count} ${esc(thingName(known.kit, thing))}">${thingIcon(known.kit, thing, 18)}<b>${count}</b><span class="pips" aria-hidden="true">${spread([{ thing, count: Math.min(count, 24) }]).map(() => "<i></i>").join("")}</span></li>`);
  return `<ul>${kinds.join("")}</ul>`;
}

/** @param {Pile} pile @param {number | null} seat */
function deck(pile, seat) {
  const { kit } = known;
  const ref = /** @type {Ref} */ (`t${pile.deck}`);
  const { classes, words } = able(ref);
  const look = kit.things[pile.deck];
  const marks = pile.marked.map((who) => `<span class="air ${pale(who)}" data-css="background:var(--seat-${who})">${hasArt(kit, pile.marker) ? art(pile.marker, 13) : ""}</span>`).join("");
  return `<button class="pile ${classes}" data-mat="${ref}" title="${esc([look?.name, look?.about, words].filter(Boolean).join(": "))}" aria-label="${esc(`${look?.name}: ${pile.count} cards, ${pile.discards} discarded${words ? `. ${words}` : ""}`)}">${cardBack(kit, look, seat)}<em>${pile.count}</em>${pile.discards ? `<small data-count="${pile.discards}"></small>` : ""}${marks}</button>`;
}

/** @param {number} card */
function chip(card) {
  const { classes, words } = able(/** @type {Ref} */ (`t${card}`));
  return cardChip(known.kit, card, `data-mat="t${card}" title="${esc(words)}"`).replace('class="card-chip', `class="card-chip ${classes}`);
}
