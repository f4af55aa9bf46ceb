// @ts-check
// One's own marks on the map, with the right button: a drag draws an arrow, a click a ring; the same again takes it away.
// Nobody else sees them; they stay in the browser.
import { $, num, put } from "./dom.js";
import { ring as drawRing } from "./drawings.js";
import { known, ring } from "./state.js";

/** Arrows from spot to spot; a ring goes nowhere. @type {[number, number][]} */
let marks = [];
/** Where the button went down. @type {number | undefined} */
let from;

const key = () => `rhine-sketch-${known.id}`;

export function startSketch() {
  try {
    marks = JSON.parse(localStorage.getItem(key()) ?? "[]");
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
  draw();
}

/** @param {PointerEvent} event */
const at = (event) => known.places.at(known.board.view.toSheet(event.clientX, event.clientY));

export const hasMarks = () => marks.length > 0;

export function wipe() {
  marks = [];
  keep();
}

/** @param {number} start @param {number} end */
function toggle(start, end) {
  const rest = marks.filter(([a, b]) => a !== start || b !== end);
  marks = rest.length < marks.length ? rest : [...marks, [start, end]];
  keep();
}

function keep() {
  try {
    localStorage.setItem(key(), JSON.stringify(marks));
  } catch {
    // Private windows may refuse: then they last as long as the page.
  }
  draw();
  ring("overlays");
}

function draw() {
  put(known.board.layers.sketch, marks.map(([start, end]) => (start === end ? drawRing(known.places, start, "own") : arrow(start, end))).join(""));
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
