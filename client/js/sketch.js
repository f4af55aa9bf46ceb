// @ts-check
// One's own marks on the map, with the right button: a drag draws an arrow, a click a ring; the same again takes it away.
// With the tool "Note" a click puts a few words on a place. They stay in the browser, and whoever wants shows them to
// the others for as long as both are here.
/** @import { SketchMark } from "../types" */
import { $, esc, num, put } from "./dom.js";
import { ring as drawRing } from "./drawings.js";
import { known, ring } from "./state.js";

/** Arrows from spot to spot; a ring goes nowhere, and a note is a ring with words. @type {SketchMark[]} */
let marks = [];
let shared = false;
/** Whether the others have been shown something. */
let told = false;
/** Whether the next click puts a note down. */
let noting = false;
/** What others show. @type {Map<number, { name: string, marks: SketchMark[] }>} */
const others = new Map();
/** Where the button went down. @type {number | undefined} */
let from;

const LONGEST = 60;
const key = () => `rhine-sketch-${known.id}`;

export function startSketch() {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? "[]");
    // Once they were pairs.
    marks = (kept.marks ?? kept).map((/** @type {any} */ mark) => (Array.isArray(mark) ? { from: mark[0], to: mark[1], text: "" } : mark));
    shared = kept.shared === true;
  } catch {
    marks = [];
  }
  const board = $("board");
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  board.addEventListener("pointerdown", (event) => {
    from = event.button === 2 && event.pointerType !== "touch" ? at(event) : undefined;
  });
  addEventListener("pointerup", (event) => {
    if (event.button !== 2 || from === undefined) return;
    const to = at(event);
    if (to !== undefined) toggle(from, to);
    from = undefined;
  });
  board.addEventListener(
    "click",
    (event) => {
      if (!noting || known.board.view.moved) return;
      event.stopImmediatePropagation();
      const spot = at(event);
      if (spot !== undefined) ask(spot);
    },
    { capture: true },
  );
  draw();
}

/** @param {MouseEvent} event */
const at = (event) => known.places.at(known.board.view.toSheet(event.clientX, event.clientY));

export const hasMarks = () => marks.length > 0;
export const isShared = () => shared;
export const isNoting = () => noting;

export function wipe() {
  marks = [];
  keep();
}

export function toggleNoting() {
  noting = !noting;
  ring("overlays");
}

export function toggleShared() {
  shared = !shared;
  keep();
}

/** Tells the table what is drawn here for the others; again after a lost connection. */
export function sendSketch() {
  const shown = shared ? marks : [];
  // Who has shown nothing need not take it back.
  if (shown.length || told) known.socket.send({ type: "sketch", marks: shown });
  told = shown.length > 0;
}

/** @param {number} by @param {string} name @param {SketchMark[]} drawn */
export function takeSketch(by, name, drawn) {
  if (drawn.length) others.set(by, { name, marks: drawn.filter((mark) => known.kit.spots[mark.from] && known.kit.spots[mark.to]) });
  else others.delete(by);
  draw();
}

/** What others have drawn is sent anew by a table that one comes back to. */
export function forgetSketches() {
  others.clear();
  draw();
}

/** @param {number} start @param {number} end */
function toggle(start, end) {
  const rest = marks.filter((mark) => mark.from !== start || mark.to !== end);
  marks = rest.length < marks.length ? rest : [...marks, { from: start, to: end, text: "" }];
  keep();
}

/** Asks for the words of a note. @param {number} spot */
function ask(spot) {
  const dialog = /** @type {HTMLDialogElement} */ ($("dialog"));
  const old = marks.find((mark) => mark.from === spot && mark.to === spot)?.text ?? "";
  put(dialog, `<form method="dialog" id="map-note"><header><h2>A note at ${esc(known.kit.spots[spot]?.name)}</h2></header><p><input class="field" name="words" maxlength="${LONGEST}" value="${esc(old)}" aria-label="Words on the map" autocomplete="off"></p><footer class="row"><button class="btn quiet" value="back" type="button" data-back>Go back</button><button class="btn accent">Put it there</button></footer></form>`);
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  form.querySelector("[data-back]")?.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", () => {
    const text = String(new FormData(form).get("words") ?? "").trim();
    marks = marks.filter((mark) => mark.from !== spot || mark.to !== spot);
    if (text) marks = [...marks, { from: spot, to: spot, text }];
    noting = false;
    keep();
  });
  dialog.showModal();
  /** @type {HTMLInputElement} */ (form.elements.namedItem("words")).focus();
}

function keep() {
  try {
    localStorage.setItem(key(), JSON.stringify({ marks, shared }));
  } catch {
    // Private windows may refuse: then they last as long as the page.
  }
  sendSketch();
  draw();
  ring("overlays");
}

function draw() {
  const theirs = [...others.values()].map(({ name, marks: drawn }) => `<g class="theirs"><title>${esc(name || "Somebody")}</title>${drawn.map(face).join("")}</g>`);
  put(known.board.layers.sketch, theirs.join("") + marks.map(face).join(""));
}

/** @param {SketchMark} mark */
function face(mark) {
  const { from: start, to: end, text } = mark;
  if (start !== end) return arrow(start, end);
  return text ? note(start, text) : drawRing(known.places, start, "own");
}

/** Words on a slip of paper above a place. @param {number} spot @param {string} text */
function note(spot, text) {
  const [x, y] = known.places.centre(spot);
  const wide = Math.max(40, text.length * 7.2 + 18);
  return `<g class="own-note" transform="translate(${num(x)} ${num(y)})"><path d="M0 -16l-7 -14h14z"/><rect x="${num(-wide / 2)}" y="-54" width="${num(wide)}" height="25" rx="5"/><text y="-37">${esc(text)}</text></g>`;
}

/** @param {number} start @param {number} end */
function arrow(start, end) {
  const [[x, y], [u, v]] = [known.places.centre(start), known.places.centre(end)];
  const far = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / far, (v - y) / far];
  const [tipX, tipY] = [u - dx * 8, v - dy * 8];
  const [footX, footY] = [tipX - dx * 22, tipY - dy * 22];
  return `<g class="own-arrow"><path d="M${num(x + dx * 14)} ${num(y + dy * 14)}L${num(footX)} ${num(footY)}"/><path class="head" d="M${num(tipX)} ${num(tipY)}L${num(footX - dy * 12)} ${num(footY + dx * 12)}L${num(footX + dy * 12)} ${num(footY - dx * 12)}Z"/></g>`;
}
