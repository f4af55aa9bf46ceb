// @ts-check
// What happened since I last decided: a line for each fight, arrows for whoever moved. Also for those who come back after days.
/** @import { Note, Told } from "../types" */
/** @import { Item } from "./story.js" */
import { hasCard, hideCard, showCard } from "./cards.js";
import { sideClass } from "./counters.js";
import { march, ring as drawRing } from "./drawings.js";
import { $, esc, narrow, put } from "./dom.js";
import { places, thrown, whole } from "./notes.js";
import { standingAt } from "./replay.js";
import { byItself } from "./standing.js";
import { capital, known, mayAct, on, ring, seatName, spotOf } from "./state.js";
import { itemsOf, outcomeOf, resultOf, worthOf } from "./story.js";

/** Fewer decisions of others need no digest. */
const LEAST = 4;
/** So many arrivals are told one by one. */
const FEW = 5;
/** Every fight is told; of other things so many, and more are found in the log. */
const MOST = 16;

/** The entry up to which it was read. */
let read = -1;
/** Whether only its head is shown; on a small screen it opens when it is asked for. @type {boolean | null} */
let folded = null;
/** Arrows on the map, and for which entry. */
let arrows = { upTo: -1, svg: "" };

export function startDigest() {
  on("update", draw);
  on("log", draw);
  on("shown", draw);
  document.addEventListener("click", (event) => {
    const at = event.target instanceof Element ? event.target.closest("[data-digest-do], [data-digest-at]") : null;
    if (!(at instanceof HTMLElement)) return;
    if (at.dataset["digestDo"] === "close") closeDigest();
    if (at.dataset["digestDo"] === "fold") {
      folded = !isShut();
      draw();
    }
    const spot = at.dataset["digestAt"];
    if (spot) {
      known.board.view.lookAt(known.places.centre(Number(spot)), Math.max(known.board.view.k, 0.7), [0.5, 0.5], true);
      known.board.flash(Number(spot));
    }
  });
}

/** What others did since my last decision, with what I ordered before. @returns {Told[]} */
export function sinceMine() {
  if (!known.seats.some((seat) => seat.yours)) return [];
  const mine = known.told.findLastIndex((told) => known.seats[told.seat]?.yours && !byItself.has(told.entry));
  return known.told.slice(mine + 1);
}

export function closeDigest() {
  if (!hasCard("digest")) return false;
  read = known.told.at(-1)?.entry ?? -1;
  draw();
  ring("choice");
  return true;
}

/** What is told in it; nothing while somebody else decides. */
const due = () => (mayAct() || (known.update?.awaits.kind === "over" && known.past === null) ? sinceMine() : []);

/** Whether there is enough to tell that was not read yet. */
export const isDigestDue = (since = due()) => since.length >= LEAST && (since.at(-1)?.entry ?? -1) > read;

function draw() {
  const since = due();
  const upTo = since.at(-1)?.entry ?? -1;
  if (!isDigestDue(since)) {
    if (hideCard("digest") || arrows.upTo >= 0) put(known.board.layers.trails, "");
    arrows = { upTo: -1, svg: "" };
    return;
  }
  const shut = isShut();
  const items = itemsOf(since, 0, undefined);
  showCard("digest", `digest ${shut ? "shut" : ""}`, html(since, items, shut), { place: narrow() ? "corner" : "panel", label: "What happened since you last decided", role: "group" });
  if (shut) put(known.board.layers.trails, "");
  else point(since, items, upTo);
}

const isShut = () => folded ?? narrow();

/** @param {Told[]} since @param {Item[]} items @param {boolean} shut */
function html(since, items, shut) {
  const notes = since.flatMap((told) => told.notes);
  const moved = new Set(notes.flatMap(({ shows }) => (shows.kind === "path" ? [shows.piece] : [])));
  const who = [...new Set(since.filter((told) => !known.seats[told.seat]?.yours).map((told) => seatName(told.seat)))].join(" and ");
  const head = `<header data-decisions="${since.length}"><div><small>${esc(who)}</small><h4>Since you last decided</h4></div><button class="btn quiet small" data-digest-do="fold" aria-expanded="${!shut}">${shut ? "Show" : "Fold"}</button><button class="btn quiet small" data-digest-do="close" aria-label="Put it away">✕</button></header>`;
  if (shut) return head;
  // Whoever sets up a whole army is not told unit by unit.
  const placed = items.filter(({ lines: [first] }) => first?.note.shows.kind === "placed");
  const many = placed.length > FEW ? placed : [];
  const groups = together(items.filter((item) => isTold(item) && !many.includes(item)));
  const lines = groups.map((group) => ({ text: line(group), fight: group[0]?.kind === "battle" }));
  let room = MOST;
  const cut = lines.filter(({ fight }) => fight || room-- > 0);
  const more = lines.length > cut.length ? `<li class="soft">and ${lines.length - cut.length} more in the log</li>` : "";
  const moves = moved.size ? `<li data-moved="${moved.size}" class="soft">${moved.size === 1 ? "One unit moved" : `${moved.size} units moved`}: see the arrows</li>` : "";
  const set = many.length ? `<li class="soft">${many.length} units were placed: see the map</li>` : "";
  return `${head}<ol>${moves}${set}${cut.map(({ text }) => text).join("")}${more}</ol>`;
}

/** Whoever only moved has an arrow. @param {Item} item */
const isTold = ({ kind, lines: [first] }) => kind !== "line" || (first?.note.shows.kind !== "path" && first?.note.shows.kind !== "nothing");

/** What one decision brought is one line, and so is what was done several times in a row. @param {Item[]} items */
function together(items) {
  /** @type {Item[][]} */
  const groups = [];
  for (const item of items) {
    const group = groups.at(-1);
    const [one, next] = [group?.at(-1)?.lines[0], item.lines[0]];
    const alike = one && next && (one.told === next.told || (one.told.seat === next.told.seat && one.note.rule === next.note.rule));
    if (group?.[0]?.kind === "line" && item.kind === "line" && alike) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** A heading, a fight, or sentences that belong together. @param {Item[]} group */
function line(group) {
  const [item] = group;
  const first = item?.lines[0];
  if (!item || !first) return "";
  const { note, told } = first;
  if (item.kind === "turn" || item.kind === "phase") return `<li class="l-phase"><span>${esc(note.text.replace(/\.$/, ""))}</span></li>`;
  const words = item.kind === "battle" ? fought(item, note) : group.map((one) => leading(one, esc(capital(one.lines[0]?.note.text ?? "")))).join(" ");
  return `<li data-digest="${item.kind}" class="told ${sideClass(known.kit, told.seat)}"><i aria-hidden="true"></i><span>${words}</span></li>`;
}

/** @param {Item} item @param {Note} note */
function fought(item, note) {
  const dice = item.lines.map((one) => thrown(one.note.shows, one.told.seat)).find(Boolean) ?? "";
  const worth = worthOf(item);
  const result = resultOf(item);
  const badge = result ? `<b class="badge ${worth > 0 ? "good" : worth < 0 ? "bad" : ""}">${esc(result)}</b>` : "";
  return leading(item, `${esc(note.text)} ${dice}${badge} ${esc(outcomeOf(item))}`);
}

/** A click shows where it was. @param {Item} item @param {string} words */
function leading(item, words) {
  const spot = spotShown(item);
  return spot === undefined ? `<span>${words}</span>` : `<button data-digest-at="${spot}">${words}</button>`;
}

/** @param {Item} item */
function spotShown(item) {
  for (const { note } of item.lines) {
    const { shows } = note;
    const spot = shows.kind === "flash" ? spotOf(shows.about) : shows.kind === "placed" ? shows.at : shows.kind === "path" ? shows.spots.at(-1) : undefined;
    if (spot !== undefined && !known.places.isBox(spot)) return spot;
  }
  return undefined;
}

/** Draws the arrows, once for each digest. @param {Told[]} since @param {Item[]} items @param {number} upTo */
async function point(since, items, upTo) {
  if (arrows.upTo === upTo) return void put(known.board.layers.trails, arrows.svg);
  arrows = { upTo, svg: "" };
  const before = await standingAt(since[0]?.entry ?? 0);
  if (arrows.upTo !== upTo || !before) return;
  const from = places(before.scene);
  /** @type {Map<number, { seat: number, spots: number[] }>} */
  const ways = new Map();
  for (const told of since)
    for (const { shows } of told.notes) {
      if (shows.kind !== "path") continue;
      const way = ways.get(shows.piece);
      if (way) way.spots.push(...shows.spots.filter((spot, i) => i || spot !== way.spots.at(-1)));
      else ways.set(shows.piece, { seat: told.seat, spots: [...whole(shows.spots, from.get(shows.piece))] });
    }
  const drawn = [...ways.values()].map(({ seat, spots }) => {
    const onMap = spots.filter((spot) => !known.places.isBox(spot));
    return onMap.length > 1 ? `<g class="digest-arrow ${sideClass(known.kit, seat)}">${march(known.places, onMap, { classes: "past", cut: 27, from: 6, dots: false, width: 5 })}</g>` : "";
  });
  const fought = new Set(items.filter((item) => item.kind === "battle").map(spotShown));
  const rings = [...fought].map((spot) => (spot === undefined ? "" : `<g class="digest-arrow">${drawRing(known.places, spot, "bad")}</g>`));
  arrows = { upTo, svg: drawn.join("") + rings.join("") };
  if (hasCard("digest")) put(known.board.layers.trails, arrows.svg);
}

