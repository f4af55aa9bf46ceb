// @ts-check
// Counters: the printed face never changes, states are marks and classes. 46 by 46 map units about 0 0.
// The shapes and symbols they refer to (c-round, nato-…, art-…) come with the map sheet, which draws the same counters
// itself (`sheet::counter`, `sheet::block`); a test compares the two.
/** @import { BadgeRecipe, Counter, Face, Holder, Kit } from "../types" */
import { esc, num } from "./dom.js";
import { artAt } from "./things.js";

const HALF = 23;
/** Box of the symbol: half width, half height. */
const BOX = { w: 10.8, h: 7.3, low: 6.2 };
/** Every recipe of a badge, and the sign on its disc if it has one. @type {Record<BadgeRecipe, string | null>} */
const DISCS = {
  spent: null,
  reduced: null,
  unsupplied: "M-2.6 3.6V-2.2L-.6-3.6H2.6V3.6ZM-4.6 4.6L4.6-4.6",
  isolated: "M-3.4-3.4L3.4 3.4M3.4-3.4L-3.4 3.4",
  silent: "M-3.8-.9H-1.6L1.2-3.4V3.4L-1.6.9H-3.8ZM-4.8-4.4L4.8 4.4",
  marked: "M0-4V1M0 3.4V3.6",
  fuelled: "M0-4.600C2-1.800 3-.600 3 1.200A3 3 0 0 1-3 1.200C-3-.600-2-1.800 0-4.600Z",
  reserve: "M-2.200 4V-4H.6A2.200 2.200 0 0 1 .6.400H-2.200M.2.400L2.800 4",
  dropped: "M-4.200-.600A4.200 4 0 0 1 4.200-.600ZM-4.200-.600L0 4.400L4.200-.600M0-.600V4.400",
};

/** @param {Kit} kit @param {number | null | undefined} seat */
export function cornerOf(kit, seat) {
  return seat != null && kit.seats[seat]?.corner === "clipped" ? "clipped" : "round";
}

/** Classes that carry the colours and the corner of a side. @param {Kit} kit @param {number | null | undefined} seat */
export const sideClass = (kit, seat) => (seat == null ? "seat-none" : `seat-${seat} corner-${cornerOf(kit, seat)}`);

/** @param {Kit} kit @param {number} badges */
export function statesOf(kit, badges) {
  return kit.badges
    .filter((_, i) => (badges >> i) & 1)
    .map((badge) => ({ ...badge, recipe: /** @type {BadgeRecipe} */ (badge.recipe) }));
}

/** What a screen reader says of a counter. @param {Kit} kit @param {Counter} counter */
export function spoken(kit, counter) {
  const face = kit.faces[counter.face];
  const states = statesOf(kit, counter.badges).map((badge) => badge.name);
  const place = kit.spots[counter.at]?.name ?? "";
  // The printed words come first, so that whoever speaks them to the page finds the counter.
  const printed = face ? [face.name, face.symbol ? face.parent : "", ...(counter.numbers.length ? counter.numbers : face.numbers).slice(0, 2)].filter(Boolean).join(" ") : "";
  const figures = (face?.figures ?? []).map(({ name, value }) => `${name} ${value}`);
  return [printed, face?.about || "counter", ...figures, `at ${place}`, ...states].filter(Boolean).join(", ");
}

/** @param {Kit} kit @param {number} index */
export const nameOf = (kit, index) => kit.faces[index]?.name || kit.faces[index]?.key || "counter";

/** The printed face with its states. @param {Kit} kit @param {number} index @param {number} badges @param {string[]} numbers in place of the printed ones */
export function face(kit, index, badges = 0, numbers = []) {
  const printed = kit.faces[index];
  if (!printed) return "";
  const look = numbers.length ? { ...printed, numbers } : printed;
  const states = statesOf(kit, badges).map((badge) => badge.recipe);
  const corner = cornerOf(kit, look.seat);
  const owned = look.seat != null;
  const off = !owned ? 0 : corner === "round" ? 2 : -2;
  let out = `<use href="#c-under-${corner}"/><use href="#c-${corner}" class="body"/>`;
  if (owned)
    out +=
      corner === "round"
        ? '<path class="stripe" d="M-18-23A5 5 0 0 0-23-18V18A5 5 0 0 0-18 23Z"/><use href="#c-star"/>'
        : '<path class="stripe" d="M18-23L23-18V18L18 23Z"/><use href="#c-hairline"/>';
  out += `<use href="#c-bevel"/>${print(kit, look, off)}`;
  if (states.includes("spent")) out += '<use href="#c-fold"/>';
  if (states.includes("reduced")) out += '<path class="band-reduced" d="M-16 20.7H16"/>';
  let x = 2 - HALF;
  for (const state of states) {
    const disc = DISCS[state];
    if (!disc) continue;
    out += `<g class="badge badge-${state}" transform="translate(${x} ${2 - HALF})"><circle r="7.4"/><path d="${disc}"/></g>`;
    x += 14;
  }
  return out;
}

/**
 * A block, 55 by 34: what stands on an oval. Badge, name, and the spaces of the card that belongs to it.
 * @param {Kit} kit @param {number} index @param {number} badges @param {Holder | undefined} holder
 */
export function block(kit, index, badges, holder) {
  const look = kit.faces[index];
  if (!look) return "";
  const states = statesOf(kit, badges).map((badge) => badge.recipe);
  const things = (holder?.held ?? []).flatMap(({ thing, count }) => Array.from({ length: count }, () => thing));
  const n = holder?.spaces ?? 0;
  const wide = n ? Math.min(8.1, 48.6 / n) : 0;
  const slots = Array.from({ length: n }, (_, i) => {
    const held = things[i] === undefined ? undefined : kit.things[things[i] ?? 0];
    const x = num(-24.3 + i * wide);
    return held?.art ? artAt(held.art, -20.7 + i * wide, 4.8, 8.4) : `<rect class="b-space" x="${x}" y="2" width="${num(wide - 2)}" height="5.400" rx="1"/>`;
  }).join("");
  const name = look.name.split(" ");
  const art = kit.art.some((a) => a.name === look.symbol);
  const badge = art ? artAt(look.symbol, -15.5, -11.5, 19) : `<g class="nato" transform="translate(-15 -11.500) scale(.85)"><rect x="-10.800" y="-7.300" width="21.600" height="14.600" class="nbox" fill="#f6f1e2"/><use href="#nato-${esc(look.symbol)}"/></g>`;
  const small = name[1] ? `<text class="b-small" x="10" y="-1.400">${esc(name.slice(1).join(" "))}</text>` : "";
  const size = fitted(name[0] ?? "", 30, 16);
  let out = `<path class="b-side" d="M-23.500 10l4 5h51l4-4V-18l-5-4z"/><use href="#c-block" class="body"/><path class="b-light" d="M-26 8V-19q0-3.500 3.500-3.500h48"/>`;
  if (states.includes("unsupplied")) out += '<use href="#c-block" class="b-down"/>';
  out += `${badge}<text class="b-name" x="11" y="${small ? -9.4 : -5.6}" font-size="${num(small ? size * 0.86 : size)}">${esc(name[0])}</text> ${small} ${slots}`;
  if (states.includes("spent")) out += '<use href="#c-block-fold"/>';
  if (states.includes("unsupplied")) out += `<g class="badge badge-unsupplied" transform="translate(-25 -23)"><circle r="7.400"/><path d="${DISCS.unsupplied}"/></g>`;
  return out;
}

/** Classes of the group round a face. @param {Kit} kit @param {number} index @param {number} badges */
export function faceClasses(kit, index, badges = 0) {
  const look = kit.faces[index];
  const states = statesOf(kit, badges).map((badge) => badge.recipe);
  const dark = look?.seat != null && (look.body && !isForColourBlind() ? isDark(look.body) : isSideDark(kit, look.seat)) ? " dark" : "";
  const own = look?.body ? ` body-${look.body.slice(1)}` : "";
  return `counter ${sideClass(kit, look?.seat)}${own}${dark} ${states.join(" ")}`;
}

/** The colours of the sides and of their nations, unless the player prefers others. @param {Kit} kit */
export function paint(kit) {
  const sheet = new CSSStyleSheet();
  const root = ':root:not([data-sight="cb"])';
  const sides = kit.seats.map((seat, i) => `--seat-${i}: ${seat.colours[0]}; --seat-${i}-stripe: ${seat.colours[1]};`);
  const nations = new Set(kit.faces.flatMap((look) => (/^#[0-9a-f]{6}$/.test(look.body) ? [look.body] : [])));
  sheet.replaceSync(`${root} { ${sides.join(" ")} } ${[...nations].map((body) => `${root} .counter.body-${body.slice(1)} { --side: ${body}; }`).join(" ")}`);
  document.adoptedStyleSheets.push(sheet);
}

/** A counter in running text or on a card. @param {Kit} kit @param {number} index */
export function mini(kit, index, size = 30, badges = 0, numbers = /** @type {string[]} */ ([])) {
  return `<svg class="mini ${faceClasses(kit, index, badges)}" viewBox="-25 -25 51 53" width="${size}" height="${size}" aria-hidden="true"><g class="piece">${face(kit, index, badges, numbers)}</g></svg>`;
}

/** @param {Kit} kit @param {Face} look @param {number} off */
function print(kit, look, off) {
  const [upper, lower] = look.numbers;
  const two = lower !== undefined && !look.steps;
  const h = two ? BOX.low : BOX.h;
  const y = two ? -9.2 : upper === undefined ? 1 : -6.8;
  let out = "";
  if (look.symbol) {
    const art = kit.art.some((a) => a.name === look.symbol);
    const rect = `x="${-BOX.w}" y="${-h}" width="${2 * BOX.w}" height="${2 * h}"`;
    const inside = art
      ? `<use href="#art-${esc(look.symbol)}" class="art" ${rect}/>`
      : `<use href="#nato-${esc(look.symbol)}"${two ? ' transform="scale(1 .85)"' : ""}/>`;
    out += `<g class="size" transform="translate(${off} ${num(y - h - 4.2)})">${sizeMark(look.size)}</g>`;
    out += `<g class="nato" transform="translate(${off} ${y})"><rect ${rect} class="nbox" fill="${esc(look.tint || "#f6f1e2")}"/>${inside}<rect ${rect}/></g>`;
    for (const [name, side] of /** @type {[string, number][]} */ ([[look.name, -1], [look.parent, 1]]))
      if (name)
        out += `<text class="id" transform="translate(${num(off + side * (BOX.w + 4.1) + 2.4)} ${y}) rotate(-90)" font-size="${num(fitted(name, 19, 6.8))}">${esc(name)}</text> `;
  } else {
    const size = fitted(look.name, 36, 13);
    out += `<text class="str name" x="${off}" y="${num(upper === undefined ? size * 0.34 : -3)}" font-size="${num(size)}">${esc(look.name)}</text> `;
  }
  if (upper === undefined) return out;
  if (look.steps && lower !== undefined) return out + foot(off, upper, lower, look.steps);
  if (!two) {
    const size = fitted(upper, 33, 14.2);
    return `${out}<text class="str${size < 11.5 ? " longest" : size < 14 ? " long" : ""}" x="${off}" y="17.6" font-size="${num(size)}">${esc(upper)}</text>`;
  }
  // A single figure matters more than what is printed under it.
  const [at, most, least] = upper.length < 3 ? [11.4, 14, 9] : [10.2, 10.6, 10.6];
  out += `<text class="str two" x="${off}" y="${at}" font-size="${num(fitted(upper, 36, most))}">${esc(upper)}</text> `;
  return `${out}<text class="str two" x="${off}" y="20.2" font-size="${num(fitted(lower, 36, least))}">${esc(lower)}</text>`;
}

/** One row: a figure in a box, the steps as pips, another figure. @param {number} off @param {string} first @param {string} last @param {number[]} steps */
function foot(off, first, last, [now = 0, full = 0]) {
  const wide = Math.min(5, 15 / Math.max(1, full));
  const pips = Array.from({ length: full }, (_, i) => `<rect class="${i < now ? "step-on" : "step-off"}" x="${num(off - 5 + i * wide)}" y="11.600" width="${num(wide - 1.1)}" height="4.600"/>`);
  return `<rect class="dice-box" x="${num(off - 16.5)}" y="7.600" width="10" height="11.800" rx="1.500"/><text class="str boxed" x="${num(off - 11.5)}" y="17.400" font-size="${num(fitted(first, 8.6, 11.6))}">${esc(first)}</text> ${pips.join("")}<text class="str last" x="${num(off + 13)}" y="17.600" font-size="${num(fitted(last, 7, 12.4))}">${esc(last)}</text>`;
}

/** Bars for companies to regiments, crosses for brigades and above. @param {string} size */
function sizeMark(size) {
  const marks = [...size].filter((c) => "IX•.".includes(c)).slice(0, 6);
  const wide = marks.includes("X") ? 5.2 : 2.9;
  let [lines, dots] = ["", ""];
  marks.forEach((mark, i) => {
    const x = ((i - (marks.length - 1) / 2) * wide).toFixed(1);
    if (mark === "I") lines += `M${x}-2.4v4.8`;
    else if (mark === "X") lines += `M${x} 0m-2-2l4 4m0-4l-4 4`;
    else dots += `<circle cx="${x}" r="1.2" class="solid"/>`;
  });
  return (lines ? `<path d="${lines}"/>` : "") + dots;
}

/** The largest size at which narrow letters fit into a width. @param {string} words @param {number} width @param {number} most */
function fitted(words, width, most) {
  let wide = 0;
  for (const c of words) wide += "-./()I' ".includes(c) ? 0.32 : "MW".includes(c) ? 0.72 : c !== c.toLowerCase() ? 0.58 : 0.5;
  return wide > 0 ? Math.min(width / wide, most) : most;
}

/** Whether letters on the colour of a side are light; those of the palette for colour-blind people are all pale. @param {Kit} kit @param {number} seat */
export const isSideDark = (kit, seat) => !isForColourBlind() && isDark(kit.seats[seat]?.colours[0] ?? "#fff");

const isForColourBlind = () => document.documentElement.dataset["sight"] === "cb";

/** @param {string} colour */
export function isDark(colour) {
  const n = Number.parseInt(colour.slice(1), 16);
  return 0.3 * (n >> 16) + 0.59 * ((n >> 8) & 255) + 0.11 * (n & 255) < 0.47 * 255;
}
