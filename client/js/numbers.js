// @ts-check
// The numbers of hexes, in blocks. On a large map there are more than a thousand, seen from near by only: those in view are
// written, a few in a frame, and the others are not laid out at all.
/** @import { View } from "./view.js" */

/** The side of a block in map units. */
const BLOCK = 200;
/** How far beyond the window they are written, for whoever moves the map: a part of its size. */
const BEYOND = 0.4;
/** So many numbers are written in a frame. */
const SLICE = 60;

const GROUP = '<g class="numbers">';

/** A sheet without the numbers of its hexes, and these. @param {string} groups @returns {[string, string[]]} */
export function withoutNumbers(groups) {
  const from = groups.indexOf(GROUP) + GROUP.length;
  const to = groups.indexOf("</g>", from);
  if (from < GROUP.length || to < 0) return [groups, []];
  return [groups.slice(0, from) + groups.slice(to), groups.slice(from, to).split(/(?=<text)/)];
}

export class Numbers {
  /** @param {Element | null} group @param {string[]} texts */
  constructor(group, texts) {
    this.group = group;
    /** By column and row. @type {Map<string, { texts: string[], element: SVGGElement | null }>} */
    this.blocks = new Map();
    /** What is or will be written. */
    this.range = "";
    this.turn = 0;
    for (const text of texts) {
      const [x = 0, y = 0] = [...text.matchAll(/ [xy]="([^"]+)"/g)].map((found) => Number(found[1]));
      const key = `${Math.floor(x / BLOCK)},${Math.floor(y / BLOCK)}`;
      const block = this.blocks.get(key);
      if (block) block.texts.push(text);
      else this.blocks.set(key, { texts: [text], element: null });
    }
  }

  /** Writes what is in view, if numbers are to be seen. @param {View} view */
  show(view) {
    if (!this.blocks.size) return;
    if (view.lod() !== "near" && !view.stage.dataset["show"]?.includes("numbers")) return;
    const beyond = Math.max(view.room.width, view.room.height) * (BEYOND / view.k);
    const [left = 0, top = 0, right = 0, bottom = 0] = view.seen().map((at, side) => Math.floor((at + (side < 2 ? -beyond : beyond)) / BLOCK));
    const range = [left, top, right, bottom].join();
    if (range === this.range) return;
    this.range = range;
    const turn = ++this.turn;
    const wanted = new Set();
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) wanted.add(`${x},${y}`);
    for (const [key, { element }] of this.blocks) if (element && !wanted.has(key)) element.style.display = "none";
    const missing = [...this.blocks].flatMap(([key, block]) => (wanted.has(key) && block.element?.style.display !== "" ? [block] : []));
    const next = () => {
      if (turn !== this.turn) return;
      for (let written = 0; missing.length && written < SLICE; ) written += this.write(missing.shift());
      if (missing.length) requestAnimationFrame(next);
    };
    next();
  }

  /** @param {{ texts: string[], element: SVGGElement | null } | undefined} block */
  write(block) {
    if (!block) return 0;
    if (!block.element) {
      block.element = document.createElementNS("http://www.w3.org/2000/svg", "g");
      block.element.innerHTML = block.texts.join("");
      this.group?.append(block.element);
    }
    block.element.style.display = "";
    return block.texts.length;
  }

  /** For paper. */
  writeAll() {
    this.turn++;
    this.range = "";
    for (const block of this.blocks.values()) this.write(block);
  }
}
