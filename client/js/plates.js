// @ts-check
// The printed sheet as plates: the same drawing up to three times, each at a scale of its own. To draw it at a new scale takes a
// browser without a graphics card some twenty squares, one after the other, and no frame comes before all that must be seen
// are done. So a new scale is drawn on a plate of its own, a few squares in a frame from the middle outwards, while the plate
// before it is seen around them, stretched. Below both lies the whole sheet as it looks from afar: whoever zooms out sees that
// around what was drawn, and nothing is drawn on the way.
/** @import { View } from "./view.js" */

/** How far it is from one square to the next, in pixels; the first is one longer. */
const SQUARE = 254;
/** What is drawn beyond the edges of the window by itself. */
const BEYOND = 90;
/** A frame, in ms. */
const FRAME = 16.7;

/** Columns and rows of squares, both ends included: left, top, right, bottom. @typedef {[number, number, number, number]} Squares */

class Plate {
  /** @param {SVGElement} print */
  constructor(print) {
    this.element = document.createElement("div");
    this.element.className = "plate";
    this.element.append(print);
    this.print = print;
    /** Pixels for each map unit, 0 while it is not seen. */
    this.k = 0;
    /** What of it is seen, in map units; everything if it is null. @type {number[] | null} */
    this.part = null;
    /** What the window showed of it last at its own scale. @type {number[] | null} */
    this.window = null;
  }

  /** @param {number} k @param {View} view @param {number} above */
  show(k, view, above) {
    const { style, dataset } = this.element;
    this.k = k;
    this.window = null;
    style.contentVisibility = "";
    style.zIndex = String(above);
    style.width = `${view.sheet[2] * k}px`;
    style.height = `${view.sheet[3] * k}px`;
    dataset["plate"] = view.lod(k);
  }

  hide() {
    this.k = 0;
    // Kept as it is, and nothing of it drawn.
    this.element.style.contentVisibility = "hidden";
    this.element.style.clipPath = "inset(50%)";
  }

  /** @param {number[] | null} part @param {View} view */
  cut(part, view) {
    this.part = part;
    const [left, top, width, height] = view.sheet;
    const [l = left, t = top, r = left + width, b = top + height] = part ?? [];
    // Always with a clip: to take it away would be to draw everything anew. Beyond the edge there is room for the outline of a part.
    const edges = [t - top, left + width - r, top + height - b, l - left].map((at) => `${at > 0 ? at * this.k : -4}px`);
    this.element.style.clipPath = `inset(${edges.join(" ")})`;
  }
}

/** Whether a plate is drawn ahead and not to be seen yet. @param {Plate} plate */
const isPale = (plate) => plate.element.classList.contains("pale");

export class Plates {
  /** @param {HTMLElement} world @param {SVGElement} print */
  constructor(world, print) {
    this.world = world;
    const first = new Plate(print);
    world.prepend(first.element);
    /** Drawn in full. */
    this.front = first;
    /** What will be, or is being, drawn at a new scale. @type {Plate | null} */
    this.back = null;
    /** The whole sheet from afar. @type {Plate | null} */
    this.base = null;
    /** What is being drawn. @type {Plate | null} */
    this.growing = null;
    /** What follows when everything in view is drawn. */
    this.then = () => {};
    /** How long a square takes, in ms: a guess that gets better. */
    this.slow = 8;
  }

  all() {
    return [this.base, this.front, this.back].flatMap((plate) => plate ?? []);
  }

  /** Another part of the sheet is shown. @param {string} box */
  crop(box) {
    for (const plate of this.all()) {
      plate.print.setAttribute("viewBox", box);
      plate.hide();
    }
    this.growing = null;
  }

  another() {
    const plate = new Plate(/** @type {SVGElement} */ (this.front.print.cloneNode(true)));
    for (const named of plate.print.querySelectorAll("[id]")) named.removeAttribute("id");
    plate.hide();
    this.world.prepend(plate.element);
    return plate;
  }

  /** Where the plates lie in a world that was laid out at a scale. @param {View} view */
  follow(view) {
    for (const plate of this.all()) {
      if (!plate.k || isPale(plate)) continue;
      const scale = view.settled / plate.k;
      plate.element.style.transform = Math.abs(scale - 1) > 1e-6 ? `scale(${scale})` : "";
    }
  }

  /** In every frame: whoever zooms out sees no more of a plate than what was drawn. @param {View} view */
  hold(view) {
    if (this.growing && this.growing.k !== view.k) this.growing = null;
    const { front, base } = this;
    if (front.k === view.k) front.window = view.seen();
    else if (base?.k && !isPale(base) && view.k < front.k && !front.part && front.window) {
      const by = BEYOND / front.k;
      const [left = 0, top = 0, right = 0, bottom = 0] = front.window;
      front.cut([left - by, top - by, right + by, bottom + by], view);
    }
  }

  /** Draws the sheet at the scale of the view, what is seen of it first. @param {View} view */
  sharpen(view) {
    const { k } = view;
    if (this.growing?.k === k) return;
    if (this.front.k === k && !this.front.part) return this.then();
    const plate = !this.front.k || this.front.k === k ? this.front : (this.back ??= this.another());
    if (plate === this.front) this.back?.hide();
    plate.show(k, view, 2);
    this.growing = plate;
    const [left, top, right, bottom] = this.seen(view);
    const [x, y] = [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)];
    this.grow(view, [x, y, x, y]);
  }

  /** The squares that are seen. @param {View} view @returns {Squares} */
  seen(view) {
    const [left, top, width, height] = view.sheet;
    const [l = 0, t = 0, r = 0, b = 0] = view.seen();
    const at = (/** @type {number} */ place, /** @type {number} */ size) => square(Math.max(0, Math.min(size, place)) * view.k);
    return [at(l - left, width), at(t - top, height), at(r - left, width), at(b - top, height)];
  }

  /**
   * Shows squares of what is being drawn, and the next ones when there was time to draw them: the browser draws what lies around
   * the cut ahead, and no frame waits for that.
   * @param {View} view
   * @param {Squares} squares
   */
  grow(view, squares) {
    const plate = this.growing;
    if (!plate) return;
    const wanted = this.seen(view);
    const all = squares.every((at, side) => (side < 2 ? at <= (wanted[side] ?? 0) : at >= (wanted[side] ?? 0)));
    plate.cut(all ? null : partOf(squares, plate.k, view.sheet), view);
    this.follow(view);
    const next = larger(squares, wanted, Math.max(2, FRAME / this.slow));
    const shown = performance.now();
    requestAnimationFrame(() =>
      requestAnimationFrame((now) => {
        // Two frames that were longer than two frames waited for squares.
        this.slow = now - shown < 2.4 * FRAME ? Math.max(0.5, this.slow * 0.8) : Math.min(20, this.slow * 1.3);
        if (this.growing !== plate) return;
        if (all) return this.done(plate, view);
        const left = (count(next) - count(squares)) * this.slow - (now - shown);
        setTimeout(() => requestAnimationFrame(() => this.growing === plate && this.grow(view, next)), Math.max(0, left));
      }),
    );
  }

  /** @param {Plate} plate @param {View} view */
  done(plate, view) {
    this.growing = null;
    plate.element.style.zIndex = "1";
    if (plate !== this.front) [this.back, this.front] = [this.front, plate];
    this.back?.hide();
    if (this.front.k === view.k) this.front.window = view.seen();
    this.then();
    if (!this.base?.k) whenIdle(() => this.prepare(view));
  }

  /**
   * When there is time, the plates that will be needed. The sheet from afar is drawn ahead: as large as it will be and in the window,
   * but so pale that nobody sees it. What lies below something else is not drawn.
   * @param {View} view
   */
  prepare(view) {
    if (this.growing || this.base?.k || view.k !== view.settled) return;
    if (!this.back) {
      this.back = this.another();
      return whenIdle(() => this.prepare(view));
    }
    const base = (this.base ??= this.another());
    base.show(view.whole(), view, 2);
    base.element.classList.add("pale");
    this.bake(view, 1);
  }

  /** @param {View} view @param {number} rows */
  bake(view, rows) {
    const { base } = this;
    if (!base?.k) return;
    const [left, top, width, height] = view.sheet;
    const all = square(height * base.k) < rows;
    base.cut(all ? null : [left, top, left + width, top + (rows * SQUARE + 1) / base.k], view);
    const by = view.settled / view.k;
    base.element.style.transform = `translate(${(-view.x - left * view.k) * by}px, ${(-view.y - top * view.k) * by}px) scale(${by})`;
    setTimeout(() => {
      if (base.k && !all) return whenIdle(() => this.bake(view, rows + 1));
      base.element.classList.remove("pale");
      base.element.style.zIndex = "0";
      this.follow(view);
    }, 100);
  }
}

/** @param {() => void} then */
function whenIdle(then) {
  const later = window.requestIdleCallback ?? ((/** @type {() => void} */ next) => setTimeout(next, 100));
  later(then);
}

/** In which column or row of squares a pixel lies. @param {number} at */
const square = (at) => Math.max(0, Math.floor((at - 1) / SQUARE));

/** @param {Squares} squares */
const count = ([left, top, right, bottom]) => (right - left + 1) * (bottom - top + 1);

/** Left, top, right, bottom of squares in map units. @param {Squares} squares @param {number} k @param {number[]} sheet */
function partOf(squares, k, [left = 0, top = 0, width = 0, height = 0]) {
  const edge = (/** @type {number} */ at) => (at > 0 ? at * SQUARE + 1 : 0) / k;
  const [l, t, r, b] = squares;
  return [left + edge(l), top + edge(t), left + Math.min(width, edge(r + 1)), top + Math.min(height, edge(b + 1))];
}

/** With so many squares more of those that are wanted, whole rows and columns, the nearest first. @param {Squares} from @param {Squares} wanted @param {number} more @returns {Squares} */
function larger(from, wanted, more) {
  const squares = /** @type {Squares} */ ([...from]);
  const middle = [(wanted[0] + wanted[2]) / 2, (wanted[1] + wanted[3]) / 2];
  for (let added = 0; added < more; ) {
    let [side, nearest] = [-1, Infinity];
    for (const [i, at] of squares.entries()) {
      const missing = i < 2 ? at > (wanted[i] ?? 0) : at < (wanted[i] ?? 0);
      const far = Math.abs(at + (i < 2 ? -1 : 1) - (middle[i % 2] ?? 0));
      if (missing && far < nearest) [side, nearest] = [i, far];
    }
    if (side < 0) break;
    squares[side] = (squares[side] ?? 0) + (side < 2 ? -1 : 1);
    const across = side % 2 ? 0 : 1;
    added += (squares[across + 2] ?? 0) - (squares[across] ?? 0) + 1;
  }
  return squares;
}
