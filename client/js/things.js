// @ts-check
// What is neither a place nor a counter: icons, strips of them, spaces that hold them, faces and backs of cards. Pure:
// data in, text out. The drawings (art-…) come with the map sheet.
/** @import { Holder, Kit, Lot, ThingLook } from "../types" */
import { esc, num } from "./dom.js";
import { isDark, isSideDark } from "./counters.js";

/** @param {string} name */
const id = (name) => name.replace(/[^a-z0-9-]/gi, "_");

/** @param {Kit} kit @param {string} name */
export const hasArt = (kit, name) => name !== "" && kit.art.some((art) => art.name === name);

/** A drawing in running text. @param {string} name */
export const art = (name, size = 18, more = "") => `<svg class="art" viewBox="0 0 24 24" width="${size}" height="${size}" aria-hidden="true" ${more}><use href="#art-${esc(id(name))}"/></svg>`;

/** A drawing on the map, about a point. @param {string} name @param {number} x @param {number} y @param {number} size */
export const artAt = (name, x, y, size, more = "") => `<use href="#art-${esc(id(name))}" x="${num(x - size / 2)}" y="${num(y - size / 2)}" width="${size}" height="${size}" ${more}/>`;

/** The sign of a side: its emblem, or a shape and its colour. @param {Kit} kit @param {number} seat */
export function emblem(kit, seat, size = 24) {
  if (hasArt(kit, `seat-${seat}`)) return art(`seat-${seat}`, size);
  return `<svg class="art" viewBox="0 0 24 24" width="${size}" height="${size}" aria-hidden="true">${shape(seat)}</svg>`;
}

/** The same on the map. @param {Kit} kit @param {number} seat @param {number} size */
export function emblemAt(kit, seat, size) {
  if (hasArt(kit, `seat-${seat}`)) return artAt(`seat-${seat}`, 0, 0, size);
  return `<g transform="translate(${-size / 2} ${-size / 2}) scale(${num(size / 24)})">${shape(seat)}</g>`;
}

/** Sides differ by shape as well as by colour. @param {number} seat */
function shape(seat) {
  const outlines = ['<circle cx="12" cy="12" r="10"', '<path d="M12 1L23 12L12 23L1 12Z"', '<path d="M2 2h20v10.500c0 5.500-4.500 8.700-10 10.700C6.500 21.200 2 18 2 12.500z"'];
  return `${outlines[seat % 3]} fill="var(--seat-${seat})" stroke="#1b1408" stroke-width="1.400"/>`;
}

/** @param {Kit} kit @param {number} thing */
export const thingName = (kit, thing) => kit.things[thing]?.name ?? "";

/** An icon for a thing, or its name. @param {Kit} kit @param {number} thing */
export function thingIcon(kit, thing, size = 18) {
  const look = kit.things[thing];
  return look && hasArt(kit, look.art) ? art(look.art, size) : `<span>${esc(look?.name)}</span>`;
}

/** Things one by one, as they lie in spaces. @param {Lot[]} lots @returns {number[]} */
export const spread = (lots) => lots.flatMap(({ thing, count }) => Array.from({ length: count }, () => thing));

/** Words with the things they name as pictures. @param {Kit} kit @param {string} words */
export function pictured(kit, words) {
  const named = kit.things.filter((thing) => !thing.card && !thing.deck && hasArt(kit, thing.art));
  return words.split(/(\s+|,)/).map((word) => {
    const thing = named.find((look) => look.name === word);
    return thing ? `${art(thing.art, 20)}<span class="sr">${esc(word)}</span>` : esc(word);
  }).join("");
}

/** The spaces of a holder with what is in them. @param {Kit} kit @param {Holder} holder */
export function spaces(kit, holder, size = 20) {
  const things = spread(holder.held);
  const said = holder.held.map(({ thing, count }) => `${count} ${thingName(kit, thing)}`).join(", ") || "nothing";
  const cells = Array.from({ length: Math.max(holder.spaces, things.length) }, (_, i) => `<i class="slot ${things[i] === undefined ? "" : "on"}">${things[i] === undefined ? "" : thingIcon(kit, things[i] ?? 0, size)}</i>`);
  return `<span class="slots" role="img" aria-label="${esc(said)}, ${holder.spaces} spaces">${cells.join("")}</span>`;
}

/** A strip: icons with counts. @param {Kit} kit @param {Lot[]} lots */
export function strip(kit, lots, size = 20) {
  return lots.map(({ thing, count }) => (count <= 4 ? thingIcon(kit, thing, size).repeat(count) : `${thingIcon(kit, thing, size)}<b>${count}</b>`)).join("");
}

/** @param {Kit} kit @param {number | null | undefined} seat */
function paint(kit, seat) {
  const colour = seat == null ? "#4d534c" : (kit.seats[seat]?.colours[0] ?? "#4d534c");
  return `--card:${seat == null ? colour : `var(--seat-${seat})`};--card-ink:${(seat == null ? isDark(colour) : isSideDark(kit, seat)) ? "#fdf6e4" : "#2b2a26"}`;
}

/** The face of a card. @param {Kit} kit @param {number} thing */
export function cardFace(kit, thing) {
  const look = kit.things[thing];
  const card = look?.card;
  if (!look || !card) return "";
  const picture = hasArt(kit, look.art) ? `<svg class="c-picture" viewBox="0 0 176 112" aria-hidden="true"><use href="#art-${esc(id(look.art))}" width="176" height="112"/></svg>` : "";
  const signs = card.signs.filter((sign) => hasArt(kit, sign)).map((sign) => art(sign, 24)).join("");
  const sign = card.seat === null ? "" : emblem(kit, card.seat, 26);
  const asks = card.strip.length ? `<div class="c-strip">${strip(kit, card.strip, 26)}</div>` : "";
  return `<article class="play-card ${card.seat === null ? "grey" : ""}" data-css="${paint(kit, card.seat)}" aria-label="${esc(`${look.name}. ${look.about}`)}"><header>${sign}<div><small>${esc(card.kind)}</small><b>${esc(look.name)}</b></div><span>${signs}</span></header>${picture}${asks}<p>${esc(card.text)}</p></article>`;
}

/** A small card: its band and its name, for a row of them. @param {Kit} kit @param {number} thing */
export function cardChip(kit, thing, more = "") {
  const look = kit.things[thing];
  if (!look) return "";
  const signs = (look.card?.signs ?? []).filter((sign) => hasArt(kit, sign)).map((sign) => art(sign, 14)).join("");
  return `<button class="card-chip" data-thing="${thing}" data-css="${paint(kit, look.card?.seat)}" ${more}><span>${esc(look.name)}</span>${signs}</button>`;
}

/** The back of a deck. @param {Kit} kit @param {ThingLook | undefined} deck @param {number | null} seat */
export function cardBack(kit, deck, seat) {
  const own = deck && hasArt(kit, deck.art) ? art(deck.art, 22) : "";
  const sign = own || (seat === null ? "" : emblem(kit, seat, 22));
  return `<span class="back" data-css="${paint(kit, seat)}">${sign || esc(deck?.name.charAt(0))}</span>`;
}
