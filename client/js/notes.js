// @ts-check
// The log in sentences, what a note shows on the map, and the dice.
/** @import { Bill, Note, Scene, Shows, Told } from "../types" */
import { $, die, esc, put, signDie } from "./dom.js";
import { sideClass } from "./counters.js";
import { march } from "./drawings.js";
import { seenWhole } from "./leading.js";
import { standingAt } from "./replay.js";
import { capital, counterOf, indexOf, isThing, known, on, seatName, spotOf } from "./state.js";
import { clearToast, hideCard, showCard } from "./cards.js";
import { art, cardFace, strip, thingName } from "./things.js";
import { still } from "./dom.js";

let trailing = 0;

export function startNotes() {
  on("shown", () => put(known.board.layers.trails, ""));
}

/** What the dice of their fights were worth to each side, against what was to be expected; as it stood at the time shown. */
export function luck() {
  const upTo = known.past ?? Infinity;
  return known.kit.seats.map((_, seat) => {
    let [dice, got, expected, variance] = [0, 0, 0, 0];
    for (const told of known.told)
      for (const { luck } of told.entry < upTo ? told.notes : [])
        if (luck?.seat === seat && luck.of) {
          const mean = luck.sum / luck.of;
          dice++;
          got += luck.got;
          expected += mean;
          variance += luck.squares / luck.of - mean * mean;
        }
    return { dice, got, expected, deviations: variance > 1e-9 ? (got - expected) / Math.sqrt(variance) : 0 };
  });
}

/** The luck of both sides as a table. */
export function ledger() {
  const sides = luck();
  if (!sides.some((side) => side.dice)) return "";
  const rows = sides.map(
    (side, seat) =>
      `<tr><th scope="row">${esc(seatName(seat))}</th><td>${side.dice}</td><td>${side.got}</td><td>${side.expected.toFixed(1)}</td><td>${side.deviations >= 0 ? "+" : "−"}${Math.abs(side.deviations).toFixed(1)}σ</td></tr>`,
  );
  return `<div class="ledger"><table><caption class="sr">Luck of those who attacked</caption><thead><tr><td>Attacks</td><td>made</td><td>worth</td><td>expected</td><td>luck</td></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

/** Where every piece of a scene lies. @param {Scene} scene */
export const places = (scene) => new Map(scene.counters.map((c) => [c.piece, c.at]));

/** A path with the spot it started from, if that is known. @param {number[]} spots @param {number | undefined} from */
export const whole = (spots, from) => (from === undefined || spots[0] === from || spots.at(-1) === from ? spots : [from, ...spots]);

/** Shows on the map what an entry did. @param {number} entry */
export async function showEntry(entry) {
  const told = known.told.find((t) => t.entry === entry);
  if (!told) return;
  const moved = told.notes.some((note) => note.shows.kind === "path");
  const before = moved ? await standingAt(entry) : null;
  const from = before ? places(before.scene) : new Map();
  let drawn = "";
  /** @type {number | undefined} */
  let place;
  for (const note of told.notes) {
    const { shows } = note;
    if (shows.kind === "path") {
      drawn += `<g class="${sideClass(known.kit, told.seat)}">${march(known.places, whole(shows.spots, from.get(shows.piece)), { classes: "past", cut: 27, from: 6, dots: false, width: 5.5 })}</g>`;
      place = shows.spots.at(-1);
    }
    const flashed = shows.kind === "flash" ? spotOf(shows.about) : shows.kind === "placed" ? shows.at : undefined;
    if (flashed !== undefined) {
      known.board.flash(flashed);
      place = flashed;
    }
    if (shows.kind === "gone") place ??= counterOf(shows.piece)?.at;
  }
  put(known.board.layers.trails, drawn);
  if (place !== undefined) known.board.view.reveal(known.places.centre(place));
  clearTimeout(trailing);
  trailing = window.setTimeout(() => put(known.board.layers.trails, ""), 5000);
}

/**
 * Lets counters walk, flash and go as notes say. The scene drawn is already the new one.
 * @param {Told[]} told
 * @param {Map<number, SVGGElement>} gone
 * @param {Map<number, number>} before where the pieces were
 * @param {number} tempo how long it takes, against what is natural
 */
export async function animate(told, gone, before, tempo = 1) {
  if (performance.now() - dealt > 1200) hideCard("dealt");
  const { seq } = known.update;
  for (const entry of told.slice(-6)) {
    await glimpse(entry.notes);
    for (const note of entry.notes) {
      const { shows } = note;
      if (shows.kind === "path") {
        const at = shows.spots.at(-1);
        // The camera follows those who walk at ease; it stays while much happens, and where a newer question has led it.
        if (at !== undefined && tempo >= 1 && known.update.seq === seq) known.board.view.reveal(known.places.centre(at), seenWhole() ? 0 : 10);
        await known.board.walk(shows.piece, whole(shows.spots, before.get(shows.piece)), tempo);
        if (at !== undefined) before.set(shows.piece, at);
      }
      if (shows.kind === "gone") {
        const element = gone.get(shows.piece);
        if (element) known.board.fade(element);
      }
      if (shows.kind === "placed") known.board.flash(shows.at);
      if (shows.kind === "flash") {
        const at = spotOf(shows.about);
        if (at !== undefined) known.board.flash(at);
        if (isThing(shows.about)) await deal(indexOf(shows.about), tempo);
      }
      if (note.bill) present(note.bill);
      if (shows.kind === "roll" || shows.kind === "throw") await rolled(entry, note, tempo);
    }
  }
}

/** The dice as they fall, and in the same breath what came of them. @param {Told} entry @param {Note} note @param {number} tempo */
async function rolled(entry, note, tempo) {
  const after = entry.notes[entry.notes.indexOf(note) + 1];
  // The label of the result stands in both.
  const label = `${/: ([^:]+)\.$/.exec(note.text)?.[1] ?? ""}: `;
  const words = after && after.text.startsWith(label) ? capital(after.text.slice(label.length)) : after?.text;
  const result = after && after.shows.kind !== "path" && !after.heading ? ` ${words}` : "";
  await toast(thrown(note.shows, entry.seat), `${note.text}${result}`, 1100 * tempo, still() ? "" : "rolling");
}

/** What lies open for a moment, with what was told under the same rules; empty if nothing does. @param {Note[]} notes */
export function passing(notes) {
  const rules = new Set(notes.filter((note) => note.passing).map((note) => note.rule));
  return notes.filter((note) => rules.has(note.rule)).map((note) => `<p>${esc(note.text)}</p>`).join("");
}

/** What is seen once lies open for a few breaths; nothing keeps it. @param {Note[]} notes */
async function glimpse(notes) {
  const words = passing(notes);
  if (!words) return;
  const say = document.createElement("div");
  say.className = "say once";
  say.innerHTML = words;
  $("toast").append(say);
  clearToast();
  setTimeout(() => say.remove(), 9000);
  if (!still()) await new Promise((resolve) => setTimeout(resolve, 1400));
}

/** What may be kept of what was told. @param {Told[]} told @returns {Told[]} */
export const lasting = (told) => told.map((one) => ({ ...one, notes: one.notes.filter((note) => !note.passing) }));

/** The dice of a note as pictures. @param {Shows} shows @param {number} seat */
export function thrown(shows, seat) {
  if (shows.kind === "roll") return shows.dice.map(({ face, sides }) => die(face, sides, sideClass(known.kit, seat))).join("");
  if (shows.kind === "throw") return `<span class="throw">${shows.dice.map((one) => signDie(art(one.art, 16), `${sideClass(known.kit, one.seat)} ${one.counts ? "counts" : "vain"}`)).join("")}</span>`;
  return "";
}

/** Cards lie in the corner that is farther from what is asked about. */
function aside() {
  const at = known.shown.scene.focus.on.map(spotOf).find((spot) => spot !== undefined);
  if (at === undefined) return "";
  return known.board.view.toScreen(known.places.centre(at))[0] > $("stage").clientWidth * 0.45 ? " left" : "";
}

let dealing = 0;
/** When a card was turned over. */
let dealt = 0;

/** Lays a card that was turned over on the table, until the next one or for a while. @param {number} thing */
async function deal(thing, tempo = 1) {
  const face = cardFace(known.kit, thing);
  if (!face) return;
  showCard("dealt", `face dealt${aside()}`, face, { place: "corner", role: "status" });
  clearTimeout(dealing);
  dealt = performance.now();
  // While somebody here decides about it, it lies there longer; his answer takes it away.
  dealing = window.setTimeout(() => hideCard("dealt"), known.update.yours && known.update.offers.length < 8 ? 20_000 : 5000);
  if (!still()) await new Promise((resolve) => setTimeout(resolve, 900 * tempo));
}

/** Beside the card that was turned over: what it asked, where that came from, what is left. @param {Bill} bill */
function present(bill) {
  const lines = bill.lines.map(({ label, of }) => `<div><span>${esc(label)}</span><span class="lots">${of.length ? strip(known.kit, of, 20) : "–"}<span class="sr">${esc(of.map(({ thing, count }) => `${count} ${thingName(known.kit, thing)}`).join(", ") || "nothing")}</span></span></div>`);
  const html = `<section class="bill ${bill.good ? "good" : "bad"}"><h4>${esc(bill.title)}</h4>${lines.join("")}<p>${esc(bill.end)}</p></section>`;
  const face = bill.card === null ? "" : cardFace(known.kit, bill.card);
  showCard("dealt", `face dealt billed${aside()}`, face + html, { place: "corner", role: "status" });
  clearTimeout(dealing);
  dealt = performance.now();
  dealing = window.setTimeout(() => hideCard("dealt"), known.update.yours ? 12_000 : 6000);
}

/** @param {string} picture @param {string} text @param {string} classes */
export async function toast(picture, text, lasting = 2400, classes = "") {
  const say = document.createElement("div");
  say.className = `say ${classes}`;
  // One at a time: what was said before makes room.
  $("toast").querySelector(".say:not(.once)")?.remove();
  say.innerHTML = `${picture}<span>${esc(text)}</span>`;
  $("toast").append(say);
  clearToast();
  setTimeout(() => say.remove(), lasting + 1400);
  await new Promise((resolve) => setTimeout(resolve, Math.min(lasting, 600)));
}

/** The cell of a chart that the latest roll used. */
export function lastCell() {
  const upTo = known.past ?? Infinity;
  for (const told of [...known.told].reverse())
    if (told.entry < upTo)
      for (const note of [...told.notes].reverse()) if (note.shows.kind === "roll" && note.shows.cell) return note.shows.cell;
  return null;
}
